/** What every meeting platform offers to a session, so that the session need not know which one it is in. */
import type { Page } from 'puppeteer-core';
import * as z from 'zod';

/** Where the bot is, as the page shows it. `loading`: nothing to go by yet; `unknown`: a page that no rule recognises. */
export const meetingPhases = [
  'loading',
  'unknown',
  'pre_join',
  'asking',
  'waiting_room',
  'in_meeting',
  'ended',
  'removed',
  'left',
  'denied',
  'not_found',
  'not_started',
  'authorized_user_absent',
  'full',
  'login_required',
  'captcha',
  'blocked',
  'passcode_required',
] as const;
export type MeetingPhase = (typeof meetingPhases)[number];

const Text = (most: number) => z.string().transform((text) => text.slice(0, most));
const Id = Text(256);
const Name = Text(256);
const Moment = z.int().nonnegative();

const ParticipantView = z.object({
  id: Id,
  name: Name,
  is_host: z.boolean(),
  is_self: z.boolean(),
  /** Whether the camera is on, as far as the page tells. */
  has_camera: z.boolean(),
  /** Whether a screen is being shared. */
  is_sharing: z.boolean(),
  /** When the participant came, on platforms that tell. */
  joined_at_ms: Moment.nullable(),
});
export type ParticipantView = z.infer<typeof ParticipantView>;

const CaptionView = z.object({
  id: Id,
  speaker_id: Id,
  speaker_name: Name,
  /** By the clock of the page: from it follows whether what was said may be written down. */
  start_ms: Moment,
  duration_ms: Moment,
  is_final: z.boolean(),
  text: Text(10_000),
});
export type CaptionView = z.infer<typeof CaptionView>;

/** A message that was edited comes again with the same id, its new text and the moment of the change. */
const MessageView = z.object({
  id: Id,
  sender_id: Id,
  sender_name: Name,
  to: Name,
  timestamp_ms: Moment,
  edited_at_ms: Moment.nullable(),
  text: Text(10_000),
});
export type MessageView = z.infer<typeof MessageView>;

const SpeechView = z.object({
  participant_id: Id,
  type: z.enum(['speech_start', 'speech_stop']),
  at_ms: Moment,
});
export type SpeechView = z.infer<typeof SpeechView>;

/** Where the bot is in regard to breakout rooms; `room_name` is of the room it is invited to, on its way to or from, or in. */
const BreakoutView = z.object({
  state: z.enum(['none', 'invited', 'joining', 'inside', 'leaving']),
  room_name: Name.nullable(),
});
export type BreakoutView = z.infer<typeof BreakoutView>;

/** What the page shows at one moment; bounded, as pages may say anything. `speech` is what changed since the last look. */
export const MeetingView = z.object({
  phase: z.enum(meetingPhases),
  /** `cannot_be_granted`: the host's program has no way to allow it. */
  recording: z.enum(['allowed', 'not_asked', 'requested', 'denied', 'cannot_be_granted']),
  breakout: BreakoutView,
  participants: z.array(ParticipantView).max(1_000),
  captions: z.array(CaptionView).max(200),
  messages: z.array(MessageView).max(1_000),
  speech: z.array(SpeechView).max(1_000),
  /** When anybody was last heard. */
  last_sound_ms: Moment.nullable(),
});
export type MeetingView = z.infer<typeof MeetingView>;

/** A message into the meeting's chat, and who shall read it. */
export interface OutgoingChat {
  readonly to: 'everyone' | 'everyone_but_host' | { readonly participant_id: string };
  readonly text: string;
}

export interface MeetingPlatform {
  readonly name: string;
  /** Whether each participant's sound and picture reach the page as tracks of their own, whose owners can be told. */
  readonly exposesTracks: boolean;
  /** The script that reads the platform's page: an entry point that exports `install(names)`. */
  readonly pageScript: URL;
  /** Does all that comes before the press of the join button: types the name, turns off what must be off. */
  prepare(page: Page, name: string): Promise<void>;
  pressJoin(page: Page): Promise<void>;
  /** Turns on what a bot needs in the meeting, such as captions. Safe to repeat. */
  settle(page: Page): Promise<void>;
  requestRecording(page: Page): Promise<void>;
  pressLeave(page: Page): Promise<void>;
  /** Presses send at most once. Resolves when the message is shown as sent; rejects when it is not, which may come later. */
  sendChat(page: Page, message: OutgoingChat): Promise<void>;
  /** Turns the bot's own camera on or off, before or in the meeting. Safe to repeat; rejects when the page finds no camera. */
  setCamera(page: Page, on: boolean): Promise<void>;
  /** The same for the microphone. */
  setMicrophone(page: Page, on: boolean): Promise<void>;
  /** Shares what the page is given as a screen, or stops it. Rejects when it is given none. Only in the meeting. */
  setScreenShare(page: Page, on: boolean): Promise<void>;
  /** Accepts the invitation to a breakout room; the view tells when the bot is inside. */
  acceptBreakout(page: Page): Promise<void>;
  /** Where a platform can stop pictures from being sent to the bot: whether they are. Only in the meeting. */
  showIncomingVideo(page: Page, wanted: boolean): Promise<void>;
}
