/** What the meeting's page, its media worker and Node say to each other. */
import * as z from 'zod';
import type { RecordingSettings } from '../../../domain/bot/settings.ts';
import type { SoundCodec } from './codecs.ts';
import type { CameraSizes, Person, PictureTrack } from './people.ts';
import type { Heard, ListenOptions, SpanClock, SpeakerSpan, SpokenPiece } from './speech.ts';

/** How large pictures are recorded, how many of them, and how well. */
export interface PictureForm {
  readonly width: number;
  readonly height: number;
  readonly max_fps: number;
  readonly min_fps: number;
  readonly video_bitrate: number;
}

export interface PictureOptions extends PictureForm {
  /** What is shown: the page as it is, or a picture made of people's tracks. */
  readonly of: 'page' | RecordingSettings['view'];
}

export interface RecordingOptions {
  /** Absent where only sound is recorded. */
  readonly pictures?: PictureOptions | undefined;
  readonly sound: { readonly codec: SoundCodec; readonly bitrate: number };
}

/** What the page's clock (`performance`) shows, and its origin. */
export interface PageTime {
  readonly at_ms: number;
  readonly origin_ms: number;
}

/** Page to worker. The streams are transferred, so that neither pictures nor sound pass through the page's thread. */
export type WorkerCommand =
  | {
      /** Somebody is heard through a new track. `owner`: who, if the page shows it already. */
      readonly type: 'voice';
      readonly voice: number;
      readonly owner: string | null;
      readonly sound: ReadableStream<AudioData>;
    }
  | { readonly type: 'voice_owner'; readonly voice: number; readonly owner: string | null }
  | {
      /** Several people share a voice, and these were heard through it since it was told last (until moments of the page's clock). */
      readonly type: 'line_speakers';
      readonly voice: number;
      readonly spans: readonly SpeakerSpan[];
      /** Whether the moments are those at which sound was played, or at which it arrived, before it waited to be played. */
      readonly by: SpanClock;
    }
  /** How long its sound waited lately between its arrival and the moment at which it was given. */
  | { readonly type: 'voice_delay'; readonly voice: number; readonly delay_ms: number }
  /** How long pictures took lately, on average, from their arrival until they could be shown by the page. */
  | { readonly type: 'picture_delay'; readonly delay_ms: number }
  | { readonly type: 'voice_ended'; readonly voice: number }
  | { readonly type: 'listen'; readonly options: ListenOptions }
  | {
      /**
       * Gets a take ready in place of the one before. `tab` gives the pictures of the page itself, where they are
       * wanted.
       */
      readonly type: 'arm';
      readonly options: RecordingOptions;
      readonly tab?: ReadableStream<VideoFrame> | undefined;
    }
  | {
      /** Who is there and whose pictures there are; the bot is not among them. */
      readonly type: 'meet';
      readonly people: readonly Person[];
      readonly tracks: readonly PictureTrack[];
    }
  | { readonly type: 'pictures'; readonly track: string; readonly stream: ReadableStream<VideoFrame> }
  | {
      /** Begins the take that is armed, under this name. */
      readonly type: 'begin';
      readonly take: string;
    }
  | {
      /** Ends the take as it was at this moment (by the page's clock), however late that is heard. */
      readonly type: 'stop';
      readonly at_ms: number;
    }
  /** Answers a `clock_wanted`. */
  | ({ readonly type: 'clock' } & PageTime);

const Base64 = z.base64().max(64 * 1024 * 1024);

const TakeStats = z.object({
  frames: z.int(),
  dropped_frames: z.int(),
  repeated_frames: z.int(),
  fps: z.number(),
});

export type TakeStats = z.infer<typeof TakeStats>;

/** Worker to page to Node. Parsed in Node: a page may say anything. */
const TakeMessage = z.discriminatedUnion('type', [
  /** Its media comes out of the encoder: said when it begins, and once a second. */
  z.object({ type: z.literal('alive') }),
  z.object({
    type: z.literal('begin'),
    start_timestamp_ms: z.number(),
    width: z.int().positive().optional(),
    height: z.int().positive().optional(),
    init: Base64,
  }),
  z.object({ type: z.literal('segment'), index: z.int().nonnegative(), media: Base64 }),
  z.object({ type: z.literal('stopped'), stats: TakeStats.optional() }),
  z.object({ type: z.literal('failed'), reason: z.string().max(2_000) }),
]);
export type TakeMessage = z.infer<typeof TakeMessage>;

/** Of which take it is said; one that is armed and has not begun has no name. */
const RecorderMessage = z.object({ take: z.string().max(64).optional() }).and(TakeMessage);
export type RecorderMessage = z.infer<typeof RecorderMessage>;

const PieceMessage = z.object({
  type: z.literal('piece'),
  participant_id: z.string().max(256).nullable(),
  start_timestamp_ms: z.int().nonnegative(),
  duration_ms: z.int().positive().max(60_000),
  sample_rate: z.int().positive().max(48_000),
  pcm: z.base64().max(4 * 1024 * 1024),
});

/** Some of what somebody sounds like. */
const LiveMessage = z.object({
  type: z.literal('live'),
  participant_id: z.string().max(256).nullable(),
  start_timestamp_ms: z.int().nonnegative(),
  duration_ms: z.number().positive().max(1_000),
  sample_rate: z.int().positive().max(48_000),
  pcm: z.base64().max(64 * 1024),
});

/** Something of how the server ended the page's connection, as adapters read it from the wire. */
const EndFact = z.looseObject({ kind: z.string().max(64) });
export type EndFact = z.infer<typeof EndFact>;

/**
 * Page to Node. `worker_wanted`: the page needs the media worker's script. `ended`: all that is known of how its server ended
 * the page's connection; nothing, once the page makes another.
 */
export const PageMessage = z.union([
  z.object({ type: z.literal('worker_wanted') }),
  z.object({ type: z.literal('ended'), wire: z.array(EndFact).max(20) }),
  LiveMessage,
  PieceMessage,
  RecorderMessage,
]);
export type PageMessage = z.infer<typeof PageMessage>;

/**
 * Worker to page. `pace`: how many pictures a second the tab shall give. `watch`: of which tracks pictures are wanted
 * anew. `cameras`: how large the pictures of people's cameras are wanted. `reached`: of which voices sound has come since
 * that was said last.
 */
export type WorkerNews =
  | RecorderMessage
  | { readonly type: 'pace'; readonly fps: number }
  | { readonly type: 'watch'; readonly tracks: readonly string[] }
  | { readonly type: 'cameras'; readonly sizes: CameraSizes }
  | ({ readonly type: 'heard' } & Heard)
  | ({ readonly type: 'piece' } & SpokenPiece)
  | ({ readonly type: 'live' } & SpokenPiece)
  | { readonly type: 'reached'; readonly voices: readonly number[] }
  | { readonly type: 'listening' };

/** `clock_wanted`: the worker obeys nothing before it knows the page's clock. */
export type WorkerMessage = WorkerNews | { readonly type: 'clock_wanted' };
