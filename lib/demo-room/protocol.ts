import * as z from 'zod';

/** The room that is always there where rooms are open to everybody. */
export const openRoomId = 'coffee-corner';
export const openRoomPath = `/room/${openRoomId}`;

/** Recording as the people in a meeting see it; `not_asked` only where the host must give permission. */
export type RecordingStatus = 'allowed' | 'not_asked' | 'requested' | 'denied';

/** Why somebody is no longer, or never was, in the meeting; `lost` is their connection, for good. */
export type Outcome = 'ended' | 'removed' | 'refused' | 'not_found' | 'full' | 'left' | 'lost';

/** Why somebody is not in the meeting yet, without anybody having to answer them. */
export type HeldFor = 'not_started' | 'authorized_user_absent';

/** The height of a small picture, in pixels. */
export const smallCameraHeightPx = 180;

/** How somebody wants the cameras of others, by their ids: those who are not named, as they are. */
export type CameraWishes = Readonly<Record<string, 'small' | 'none'>>;

export interface Participant {
  readonly participant_id: string;
  readonly name: string;
  readonly is_host: boolean;
  readonly joined_at_ms: number;
  readonly microphone: boolean;
  readonly camera: boolean;
  readonly screen: boolean;
  /** False: the others send this person no pictures. */
  readonly wants_video: boolean;
  readonly cameras: CameraWishes;
  /** Played by a script: such people send nothing to each other, as nobody is there to see it. */
  readonly is_scripted: boolean;
}

export interface ChatMessage {
  readonly message_id: string;
  readonly sender_id: string;
  readonly sender_name: string;
  /** `everyone`, `everyone_but_host`, or the id of the one participant who may read it. */
  readonly to: string;
  readonly text: string;
  readonly timestamp_ms: number;
  readonly edited_at_ms: number | null;
}

/** In which captions can be read, and their names. What is said is English, unless its captioner says otherwise. */
export const captionLanguages = { en: 'English', de: 'German', es: 'Spanish', fr: 'French' } as const;
export type CaptionLanguage = keyof typeof captionLanguages;
export const spokenLanguage: CaptionLanguage = 'en';

export interface Caption {
  readonly caption_id: string;
  readonly speaker_id: string;
  readonly speaker_name: string;
  readonly text: string;
  /** Of the text: that in which its reader wants captions, where there is a translation, and else that which is spoken. */
  readonly language: CaptionLanguage;
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly final: boolean;
}

export interface WaitingPerson {
  readonly participant_id: string;
  readonly name: string;
}

/** What the room tells one person's page. */
export type ServerMessage =
  | { type: 'session'; participant_id: string; token: string }
  | { type: 'waiting' }
  | { type: 'held'; reason: HeldFor }
  | { type: 'joined'; self: Participant; others: Participant[]; recording: RecordingStatus }
  | { type: 'participant_joined'; participant: Participant }
  | { type: 'participant_changed'; participant: Participant }
  | { type: 'participant_left'; participant_id: string }
  | { type: 'signal'; from: string; signal: unknown }
  /** To who is assigned to a breakout room, and when that is taken back or the room closes. */
  | { type: 'breakout'; state: 'invited' | 'none' | 'leaving'; room_name: string | null }
  /** They are in another room now, the main one when it has no name, with others in it. */
  | { type: 'moved'; room_name: string | null; others: Participant[] }
  /** To hosts: the breakout rooms that are open. */
  | { type: 'breakouts'; room_names: string[] }
  /** A new message, or one known by its id that was edited. */
  | { type: 'chat'; message: ChatMessage }
  | { type: 'caption'; caption: Caption }
  /** To who asked for it: captions come in this language from now on. */
  | { type: 'caption_language'; language: CaptionLanguage }
  /** `recorded_by`: the bots that are recording at this moment, by name. */
  | { type: 'recording'; recording: RecordingStatus; requested_by?: string; recorded_by?: readonly string[] }
  | { type: 'waiting_list'; people: WaitingPerson[] }
  | { type: 'notice'; text: string }
  | { type: 'over'; outcome: Outcome };

const Id = z.string().min(1).max(80);
const Language = z.enum(Object.keys(captionLanguages) as [CaptionLanguage, ...CaptionLanguage[]]);
const CaptionText = z.string().trim().min(1).max(2_000);

/** The same in other languages. */
export const Translations = z.partialRecord(Language, CaptionText);
export type Translations = z.infer<typeof Translations>;

export const Name = z
  .string()
  .trim()
  .min(1, 'a name is needed')
  .max(255, 'a name has at most 255 characters')
  .refine((name) => !/\p{Cc}/u.test(name), 'a name is one line of text');

const Media = { microphone: z.boolean(), camera: z.boolean() };
const Join = z.strictObject({ type: z.literal('join'), name: Name, ...Media, is_scripted: z.boolean().default(false) });
const Resume = z.strictObject({
  type: z.literal('resume'),
  participant_id: Id,
  token: z.string().max(80),
  /** How many messages arrived before the connection dropped; what came after them is sent again. */
  received: z.int().nonnegative(),
});

/** The first message of a connection: a new person, or one whose connection dropped. */
export const Opening = z.discriminatedUnion('type', [Join, Resume]);
export type Resume = z.infer<typeof Resume>;
export type Join = z.infer<typeof Join>;

const person = <T extends string>(type: T) => z.strictObject({ type: z.literal(type), participant_id: Id });
const plain = <T extends string>(type: T) => z.strictObject({ type: z.literal(type) });

const WantedCameras = z
  .record(Id, z.enum(['small', 'none']))
  .refine((cameras) => Object.keys(cameras).length <= 50, 'at most 50 people can be named');
const ChatText = z.string().trim().min(1).max(10_000);
export const BreakoutName = z.string().trim().min(1).max(80);
const Breakout = z.strictObject({ room_name: BreakoutName, participant_ids: z.array(Id).max(50) });

/** What a person who has joined, or waits, may say. */
export const ClientMessage = z.discriminatedUnion('type', [
  plain('leave'),
  plain('request_recording'),
  plain('allow_recording'),
  plain('refuse_recording'),
  plain('end'),
  person('admit'),
  person('refuse'),
  person('remove'),
  z.strictObject({ type: z.literal('media'), ...Media, screen: z.boolean().default(false) }),
  z.strictObject({ type: z.literal('wants_video'), wants_video: z.boolean() }),
  z.strictObject({ type: z.literal('wants_cameras'), cameras: WantedCameras }),
  z.strictObject({ type: z.literal('caption_language'), language: Language }),
  z.strictObject({ type: z.literal('signal'), to: Id, signal: z.unknown() }),
  z.strictObject({ type: z.literal('chat'), to: Id, text: ChatText }),
  z.strictObject({ type: z.literal('edit_chat'), message_id: Id, text: ChatText }),
  z.strictObject({ type: z.literal('open_breakouts'), rooms: z.array(Breakout).min(1).max(20) }),
  plain('close_breakouts'),
  plain('accept_breakout'),
  plain('return_to_main'),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

/** What a captioner posts: the same `caption_id` again replaces the text, until it is final. */
export const CaptionInput = z.strictObject({
  caption_id: Id,
  speaker_id: Id,
  text: CaptionText,
  /** Of `text`. */
  language: Language.default(spokenLanguage),
  translations: Translations.default({}),
  start_ms: z.int().nonnegative(),
  duration_ms: z.int().nonnegative(),
  final: z.boolean(),
});
export type CaptionInput = z.infer<typeof CaptionInput>;
/** As it is posted. */
export type PostedCaption = z.input<typeof CaptionInput>;
