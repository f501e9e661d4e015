/** How a bot comes to be shown the phases of a meeting, in the ways that all facsimiles have. */
import type { MeetingPhase } from '../../../lib/capture/meeting/view.ts';
import type { Scene } from '../../contracts/meeting-world.ts';
import type { Guest, GuestDesk } from './guest.ts';
import type { FacsimileMeeting } from './meeting.ts';

type MakeScene = (meeting: FacsimileMeeting, desk: GuestDesk) => Scene['afterwards'];

/** For the phases that a platform has. */
export type Scenes = Partial<Record<MeetingPhase, MakeScene>>;

/** A page is there in place of the form. */
export const opensWith =
  (page: string): MakeScene =>
  (meeting) => {
    meeting.opensWith = page;
    return undefined;
  };

/** A press of the join button leads to a page. */
export const doorLeadsTo =
  (page: string): MakeScene =>
  (meeting) => {
    meeting.door = { page };
    return undefined;
  };

/** The bot is let wait in the lobby, where something is then done to it. */
export const inLobby =
  (act: (guest: Guest) => Promise<void>): MakeScene =>
  (meeting, desk) => {
    meeting.door = 'lobby';
    return async () => act(await desk.asked(meeting));
  };

/** Those of every platform. */
export const everywhere = {
  pre_join: () => undefined,
  in_meeting: () => undefined,
  waiting_room(meeting) {
    meeting.door = 'lobby';
    return undefined;
  },
  denied: inLobby((guest) => guest.deny()),
  removed: (meeting, desk) => async () => (await desk.asked(meeting)).remove(),
  ended: (meeting, desk) => async () => {
    await desk.asked(meeting);
    await desk.end(meeting);
  },
} satisfies Scenes;
