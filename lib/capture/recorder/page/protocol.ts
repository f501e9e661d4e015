/** What the recording page, its worker and Node say to each other. */
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
      readonly type: 'arm';
      readonly options: RecordingOptions;
      readonly video: ReadableStream<VideoFrame>;
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
export const RecorderMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('begin'),
    start_timestamp_ms: z.number(),
    width: z.int().positive(),
    height: z.int().positive(),
    init: Base64,
  }),
  z.object({ type: z.literal('segment'), index: z.int().nonnegative(), media: Base64 }),
  z.object({ type: z.literal('fps'), fps: z.number() }),
  z.object({ type: z.literal('stopped'), stats: Stats }),
  z.object({ type: z.literal('failed'), reason: z.string().max(2_000) }),
]);
export type RecorderMessage = z.infer<typeof RecorderMessage>;
