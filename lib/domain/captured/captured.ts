/** What a bot brings back from a meeting, in the shapes that the API answers with. */
import * as z from 'zod';

export const Word = z.object({ word: z.string(), start: z.number(), end: z.number() });

/**
 * `timestamp_ms` is Unix time in ms of the start of speech; words count in seconds from there. `languages`: what was
 * spoken, where the provider tells. `error_code`: something was said but could not be transcribed, and why; the transcript
 * is empty then. `error_message` is the same in a sentence.
 */
export const Utterance = z.object({
  speaker_name: z.string(),
  speaker_uuid: z.string(),
  speaker_user_uuid: z.string().nullable(),
  speaker_is_host: z.boolean(),
  timestamp_ms: z.int(),
  duration_ms: z.int().nonnegative(),
  transcription: z.object({
    transcript: z.string(),
    words: z.array(Word).optional(),
    languages: z.array(z.string()).optional(),
    error_code: z.string().optional(),
    error_message: z.string().optional(),
  }),
});
export type Utterance = z.infer<typeof Utterance>;

export const participantEventTypes = ['join', 'leave', 'speech_start', 'speech_stop'] as const;

export const ParticipantEvent = z.object({
  id: z.string(),
  participant_name: z.string(),
  participant_uuid: z.string(),
  participant_user_uuid: z.string().nullable(),
  participant_is_host: z.boolean(),
  event_type: z.enum(participantEventTypes),
  event_data: z.record(z.string(), z.unknown()),
  timestamp_ms: z.int(),
});
export type ParticipantEvent = z.infer<typeof ParticipantEvent>;

/**
 * Somebody who is or was in the meeting, once, however often they came and went. `joined_at_ms` is their first arrival,
 * `left_at_ms` their last departure: null while they are there, and for those who stayed longer than the bot.
 */
export const Participant = z.object({
  participant_name: z.string(),
  participant_uuid: z.string(),
  participant_user_uuid: z.string().nullable(),
  participant_is_host: z.boolean(),
  joined_at_ms: z.int(),
  left_at_ms: z.int().nullable(),
  is_present: z.boolean(),
});
export type Participant = z.infer<typeof Participant>;

/** Who somebody in the meeting is. */
export type Identity = Pick<
  Participant,
  'participant_name' | 'participant_uuid' | 'participant_user_uuid' | 'participant_is_host'
>;

/** `timestamp` is in Unix seconds, `timestamp_ms` the same moment in ms, as a string. */
export const ChatMessage = z.object({
  id: z.string(),
  text: z.string(),
  timestamp: z.int(),
  timestamp_ms: z.string(),
  to: z.string(),
  sender_name: z.string(),
  sender_uuid: z.string(),
  sender_user_uuid: z.string().nullable(),
  additional_data: z.record(z.string(), z.unknown()),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** The kinds of captured things. Each is stored, listed and reported by itself. */
export interface Captured {
  readonly utterances: readonly Utterance[];
  readonly participant_events: readonly ParticipantEvent[];
  readonly chat_messages: readonly ChatMessage[];
}
/** What a worker tells: also who people are by now, which is told to nobody else. */
export interface Reported extends Captured {
  readonly identities?: readonly Identity[];
}
export type CapturedKind = keyof Captured;
export const capturedKinds = ['utterances', 'participant_events', 'chat_messages'] as const satisfies CapturedKind[];
