/** What a meeting shows at one moment, whatever it is shown by. */
import * as z from 'zod';
import { PageState } from '../../domain/meeting/page-state.ts';
import { MediaView } from '../programs/protocol/media-view.ts';
import { Count, Id, Moment, Name, Text } from '../programs/protocol/values.ts';
import { stageDevices } from './stage.ts';
import { longestMessage, mostAsides, mostCaptions, mostMessages, mostPeople } from './view-limits.ts';

export type { MediaView };

/**
 * Where the bot is, as the meeting shows it. `loading`: nothing to go by yet; `unknown`: something that no rule
 * recognises; `connecting`: on the way in, or lost and on the way back; `cannot_connect`: no try will help;
 * `refused_by_time`: the platform itself has ended the wait; `consent_asked`: somebody has to accept terms first.
 */
export const meetingPhases = [
  'loading',
  'unknown',
  'pre_join',
  'consent_asked',
  'asking',
  'connecting',
  'waiting_room',
  'in_meeting',
  'ended',
  'removed',
  'left',
  'denied',
  'refused_by_time',
  'cannot_connect',
  'not_found',
  'not_started',
  'authorized_user_absent',
  'full',
  'locked',
  'registration_required',
  'login_required',
  'captcha',
  'blocked',
  'passcode_required',
] as const;
export type MeetingPhase = (typeof meetingPhases)[number];

const ParticipantView = z.object({
  id: Id,
  /** Who it is beyond this meeting, on platforms that tell. */
  user_uuid: Id.nullable(),
  name: Name,
  is_host: z.boolean(),
  is_self: z.boolean(),
  /** A program of the meeting's own that takes part, on platforms that tell. */
  is_program: z.boolean().exactOptional(),
  /** Whether the camera is on, as far as the page tells. */
  has_camera: z.boolean(),
  /** Whether a screen is being shared. */
  is_sharing: z.boolean(),
  /** When the participant came, on platforms that tell. */
  joined_at_ms: Moment.nullable(),
});
export type ParticipantView = z.infer<typeof ParticipantView>;

/** Somebody in another room of the meeting: `name` is empty where the meeting tells none. */
const AwayView = z.object({ id: Id, name: Name });
export type AwayView = z.infer<typeof AwayView>;

const CaptionView = z.object({
  id: Id,
  speaker_id: Id,
  speaker_name: Name,
  /** By the clock of the page: from it follows whether what was said may be written down. */
  start_ms: Moment,
  duration_ms: Moment,
  is_final: z.boolean(),
  /** Written as it was spoken, as the meeting has no translation into the language that captions are to be in. */
  is_untranslated: z.boolean().exactOptional(),
  text: Text(longestMessage),
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
  text: Text(longestMessage),
});
export type MessageView = z.infer<typeof MessageView>;

const SpeechView = z.object({
  participant_id: Id,
  type: z.enum(['speech_start', 'speech_stop']),
  at_ms: Moment,
});
export type SpeechView = z.infer<typeof SpeechView>;

/**
 * Where the bot is in regard to breakout rooms; `room_name` is of the room it is invited to, on its way to or from, or
 * in.
 */
const BreakoutView = z.object({
  state: z.enum(['none', 'invited', 'joining', 'inside', 'leaving']),
  room_name: Name.nullable(),
});
export type BreakoutView = z.infer<typeof BreakoutView>;

/** Kinds of what a meeting gives, where each is granted by itself. */
export const withheldKinds = ['audio', 'video', 'share', 'transcript', 'chat'] as const;
export type WithheldKind = (typeof withheldKinds)[number];

/**
 * What a meeting shows at one moment; bounded, as pages may say anything. `speech` is what changed since the last look.
 */
export const MeetingView = z.object({
  phase: z.enum(meetingPhases),
  /** Of pages that are recognised by a table of signs. */
  page: PageState.exactOptional(),
  /** It may have only begun to load: what it shows counts once it has shown the same for some time. */
  is_young: z.boolean().exactOptional(),
  /** When the document that shows it was loaded: another one has another moment. */
  loaded_ms: Moment.exactOptional(),
  /** `cannot_be_granted`: the host's program has no way to allow it; `paused`: the meeting itself holds it back. */
  recording: z.enum(['allowed', 'paused', 'not_asked', 'requested', 'denied', 'cannot_be_granted']),
  /** Since when it is allowed, where that was before it could be seen. */
  allowed_since_ms: Moment.exactOptional(),
  /** When it last turned off by itself what the bot showed and said, where it has. */
  turned_off_ms: Moment.exactOptional(),
  /** What of the bot's own somebody there has turned off, until they let it be on, or it is asked for something else. */
  muted: z.array(z.enum(stageDevices)).max(stageDevices.length).exactOptional(),
  /** What of it people encrypt end to end, and the bot has no keys for. */
  encrypted: z.enum(['media', 'chat']).exactOptional(),
  /** What of it the platform does not give, though it was asked for. */
  withheld: z.array(z.enum(withheldKinds)).max(withheldKinds.length).exactOptional(),
  breakout: BreakoutView,
  participants: z.array(ParticipantView).max(mostPeople),
  /** How many more are there, of whom nothing else is told. */
  untold: Count.exactOptional(),
  /** Who is in the other rooms of the meeting, on platforms that tell. */
  away: z.array(AwayView).max(mostPeople).exactOptional(),
  captions: z.array(CaptionView).max(mostCaptions),
  messages: z.array(MessageView).max(mostMessages),
  /** What people wrote that is no message, such as why they removed the bot. */
  asides: z.array(Text(longestMessage)).max(mostAsides).exactOptional(),
  speech: z.array(SpeechView).max(1_000),
  /** When anybody was last heard. */
  last_sound_ms: Moment.nullable(),
  /** Empty where media does not come by tracks. */
  media: z.array(MediaView).max(500),
});
export type MeetingView = z.infer<typeof MeetingView>;

type FromHooks = 'speech' | 'last_sound_ms' | 'media' | 'loaded_ms';

/** What the page of a meeting shows; what is heard and received is known to the hooks in it. */
export type PageView = Omit<MeetingView, FromHooks | 'page' | 'is_young'>;

/** The same of a page whose phase follows from what was collected of it. */
export type FactsView<Facts> = Omit<PageView, 'phase'> & { readonly facts: Facts };
