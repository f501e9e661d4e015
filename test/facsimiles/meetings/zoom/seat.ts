/** What one visitor of Zoom's client has open, has been granted and has been told. */
import { type Guest, perGuest } from '../guest.ts';
import type { Caption, FacsimileMeeting } from '../meeting.ts';
import type { Room, View } from './zoom-meeting.ts';

/** Without a shared screen, and with one. */
export type Layout = View | 'standard' | 'side_by_side_speaker' | 'side_by_side_gallery';

export interface Seat {
  hasAudio: boolean;
  passcode: string;
  /** To whom the next message goes: `everyone`, or an id. */
  receiver: string;
  recording: 'not_asked' | 'asking' | 'requested' | 'granted' | 'recording' | 'denied';
  /** What passes by at the bottom. */
  toast: string | undefined;
  invited: Room | undefined;
  room: Room | undefined;
  /** What it says in place of the meeting while it moves. */
  moving: string | undefined;
  /** Seconds until rooms close, where they are about to. */
  closing_s: number | undefined;
  said: readonly Caption[];
  captionLanguage: string;
  /** That which waits to be saved. */
  language: string | undefined;
  speaker: string | undefined;
  /** Who was heard a moment ago. */
  readonly heard: Set<string>;
  /** What the visitor chose last; absent while that is nothing. */
  layout: Layout | undefined;
  readonly drafts: { text: string };
}

/** Where the visitor is: in a room, or in the meeting. */
export const hereOf = ({ meeting }: Guest, { room }: Seat): FacsimileMeeting => room?.meeting ?? meeting;

export const createSeats = () =>
  perGuest(
    (): Seat => ({
      hasAudio: false,
      passcode: '',
      receiver: 'everyone',
      recording: 'not_asked',
      toast: undefined,
      invited: undefined,
      room: undefined,
      moving: undefined,
      closing_s: undefined,
      said: [],
      captionLanguage: 'English',
      language: undefined,
      speaker: undefined,
      heard: new Set(),
      layout: undefined,
      drafts: { text: '' },
    }),
  );
