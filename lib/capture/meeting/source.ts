/** The two seams of recording: where media comes from and where it goes. */
import type { RecordingSettings } from '../../domain/bot/settings.ts';
import type { PictureForm, RecordingOptions, TakeStats } from '../programs/protocol/media.ts';

/** What a recording shall be like. */
export interface RecordingWish {
  /** Absent where only sound is recorded. */
  readonly pictures?: PictureForm & {
    /** How people are arranged, where their pictures come one by one. */
    readonly view: RecordingSettings['view'];
  };
  readonly sound: RecordingOptions['sound'];
}

/** When and how large a take is: one unbroken recording. */
interface TakeStart {
  /** Unix time of the first picture, or of the beginning of the sound where there is only that. */
  readonly start_timestamp_ms: number;
  /** Of the pictures, where there are any. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** A few seconds of H.264 and AAC, or of MP3 alone, in fragmented MP4, playable after its take's initialisation. */
export interface Segment {
  readonly index: number;
  readonly media: Uint8Array;
}

/** A picture that stands by itself, and when it was shown (Unix time). */
export interface Still {
  readonly at_ms: number;
  readonly jpeg: Uint8Array;
}

/** Takes in one take. */
export interface Sink {
  /** Comes first, once. `init` is what players read before any segment. */
  begin(start: TakeStart, init: Uint8Array): void;
  /** Segments come in order. */
  write(segment: Segment): void;
  /** Keeps a picture beside the take; each has a moment of its own. */
  keep(still: Still): void;
  /** Resolves when everything written is durable; rejects when it cannot be. */
  drain(): Promise<void>;
}

/** Makes media. One source makes one take. */
export interface Source {
  /** Starts writing to the sink. Rejects when nothing can be recorded. */
  start(sink: Sink): Promise<void>;
  /**
   * Ends the take: everything made so far has reached the sink when it resolves, and nothing does any more, also when it
   * fails. Never takes more than seconds.
   */
  stop(): Promise<TakeStats | undefined>;
  /** What went wrong while recording, if anything did: a SourceSilentError when nothing is heard of the take any more. */
  look(): Error | undefined;
}

/** Nothing is heard of a take any more. */
export class SourceSilentError extends Error {
  override readonly name = 'SourceSilentError';
}

/** What of a meeting can be recorded. */
export interface MeetingRecorder {
  /** It records the meeting's page as that looks, whatever view is asked for. */
  readonly isOfPage?: boolean;
  /** Gets ready to record the meeting as it is loaded now, in place of what was recorded before, and records nothing. */
  arm(wish: RecordingWish): Promise<void>;
  /**
   * A source of one take, under a name that no other has. Its first sign must come within `first_sign_ms`, where given.
   */
  source(wish: RecordingWish, take: string, first_sign_ms?: number): Source;
}
