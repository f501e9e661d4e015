/** What the meeting's page, its media worker and Node say to each other. */
import * as z from 'zod';

export interface RecordingOptions {
  readonly width: number;
  readonly height: number;
  readonly max_fps: number;
  readonly min_fps: number;
  readonly video_bitrate: number;
  readonly audio_bitrate: number;
}

/** Page to worker. The streams are transferred, so that neither pictures nor sound pass through the page's thread. */
export type WorkerCommand =
  | {
      /** Gets a take ready in place of the one before. `tab` gives the pictures of the page itself. */
      readonly type: 'arm';
      readonly options: RecordingOptions;
      readonly tab: ReadableStream<VideoFrame>;
      readonly audio: ReadableStream<AudioData>;
    }
  | { readonly type: 'begin' }
  | { readonly type: 'stop' };

const Base64 = z.base64().max(64 * 1024 * 1024);

const Stats = z.object({
  frames: z.int(),
  dropped_frames: z.int(),
  repeated_frames: z.int(),
  fps: z.number(),
});

/** Worker to page to Node. Parsed in Node: a page may say anything. */
const RecorderMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('begin'),
    start_timestamp_ms: z.number(),
    width: z.int().positive(),
    height: z.int().positive(),
    init: Base64,
  }),
  z.object({ type: z.literal('segment'), index: z.int().nonnegative(), media: Base64 }),
  z.object({ type: z.literal('stopped'), stats: Stats }),
  z.object({ type: z.literal('failed'), reason: z.string().max(2_000) }),
]);
export type RecorderMessage = z.infer<typeof RecorderMessage>;

/** Page to Node. `worker_wanted`: the page needs the media worker's script. */
export const PageMessage = z.union([z.object({ type: z.literal('worker_wanted') }), RecorderMessage]);
export type PageMessage = z.infer<typeof PageMessage>;

/** Worker to page. `pace`: how many pictures a second the tab shall give. */
export type WorkerMessage = RecorderMessage | { readonly type: 'pace'; readonly fps: number };
