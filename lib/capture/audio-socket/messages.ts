/** What a bot and a client's server say to each other over a WebSocket. Every message is JSON text. */
import * as z from 'zod';
import { audioRates } from '../../domain/bot/settings.ts';

/** Some seconds of sound, whatever its rate: no server needs to send more in one message. */
export const mostMessageBytes = 1024 * 1024;

/** Sound: 16-bit linear PCM, little-endian, mono, in base64. */
const BotOutput = z.object({
  trigger: z.literal('realtime_audio.bot_output'),
  data: z.object({
    chunk: z.base64(),
    // Where nothing is said, it is that of the connection.
    sample_rate: z.literal(audioRates).optional(),
  }),
});

/** What was given for the bot to say, and has not been said, is not to be said. */
const Clear = z.object({ trigger: z.literal('realtime_audio.clear') });

/** Server to bot. */
export const FromServer = z.discriminatedUnion('trigger', [BotOutput, Clear]);
export type FromServer = z.infer<typeof FromServer>;

/** What was heard, and the Unix time at which it began. */
interface HeardData {
  readonly chunk: string;
  readonly sample_rate: number;
  readonly timestamp_ms: number;
  /** Counts from 1 what this worker had to send, of everybody together or of one person: what is missing was left out. */
  readonly sequence: number;
}

/** Of whom it is; nobody's, while that is not known. */
interface PersonData {
  readonly participant_uuid: string | null;
  readonly participant_name: string | null;
}

/** Bot to server. */
export type ToServer = { readonly bot_id: string } & (
  | { readonly trigger: 'realtime_audio.mixed'; readonly data: HeardData }
  | { readonly trigger: 'realtime_audio.per_participant'; readonly data: PersonData & HeardData }
  | { readonly trigger: 'realtime_audio.per_participant_unavailable'; readonly data: { readonly reason: string } }
);
