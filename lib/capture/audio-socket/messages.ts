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

/** Bot to server: what was heard, and the Unix time at which it began. */
export interface ToServer {
  readonly bot_id: string;
  readonly trigger: 'realtime_audio.mixed';
  readonly data: {
    readonly chunk: string;
    readonly sample_rate: number;
    readonly timestamp_ms: number;
  };
}
