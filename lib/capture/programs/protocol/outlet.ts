/** What Node, the meeting's page and the outlet's worker in it say to each other. */
import * as z from 'zod';

/** What is seen and heard of the bot. Where there is `nothing`, the device is not used. */
export interface Shown {
  readonly camera: 'nothing' | 'picture' | 'video' | 'agent';
  /** An agent is a page or a server, or both. */
  readonly microphone: 'nothing' | 'video' | 'agent';
  readonly screen: 'nothing' | 'agent';
}

/** Node to worker, by way of the page. Bytes are in base64. */
export type OutletCommand =
  /** The picture for the camera, a PNG. */
  | { readonly type: 'picture'; readonly png: string }
  | { readonly type: 'show'; readonly shown: Shown }
  /** Gets a video ready, and its first picture shown; its bytes are asked for with `read`. */
  | { readonly type: 'play'; readonly id: string; readonly size_bytes: number; readonly loop: boolean }
  /** Has it go on from there: it can be seen and heard now. */
  | { readonly type: 'roll' }
  | { readonly type: 'stop_playing' }
  | { readonly type: 'bytes'; readonly request: number; readonly data: string }
  | { readonly type: 'agent_picture'; readonly key: boolean; readonly data: string }
  | { readonly type: 'agent_sound'; readonly pcm: string }
  /** What a client's server says. */
  | { readonly type: 'server_sound'; readonly pcm: string }
  /** What of it was not heard yet is not to be heard. */
  | { readonly type: 'server_hush' }
  /** Whether Node wants to hear the meeting, as `heard`; where it is `steady`, long silences too. */
  | { readonly type: 'listen'; readonly on: boolean; readonly steady: boolean };

/** Page to worker: streams are transferred, so that neither pictures nor sound pass through the page's thread. */
export type WorkerInput =
  | OutletCommand
  | { readonly type: 'device'; readonly kind: 'camera' | 'screen'; readonly stream: WritableStream<VideoFrame> }
  | { readonly type: 'device'; readonly kind: 'microphone'; readonly stream: WritableStream<AudioData> }
  | { readonly type: 'voice'; readonly stream: ReadableStream<AudioData> };

const Id = z.string().max(64);
const Reason = z.string().transform((text) => text.slice(0, 500));
/** Sound on its way: 48 kHz, mono, 16 bits. */
export const Pcm = z.base64().max(64 * 1024);

/** Worker to Node. Parsed in Node: a page may say anything. */
export const OutletMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('read'),
    id: Id,
    request: z.int().nonnegative(),
    start: z.int().nonnegative(),
    end: z.int().nonnegative(),
  }),
  z.object({ type: z.literal('ready'), id: Id }),
  z.object({ type: z.literal('played'), id: Id }),
  z.object({ type: z.literal('not_played'), id: Id, reason: Reason }),
  z.object({ type: z.literal('heard'), pcm: Pcm }),
  /** The agent's pictures cannot be shown before the next whole one. */
  z.object({ type: z.literal('key_wanted') }),
  z.object({ type: z.literal('failed'), reason: Reason }),
]);
export type OutletMessage = z.infer<typeof OutletMessage>;

/** `read` asks for at most so much. */
export const mostReadBytes = 8 * 1024 * 1024;
