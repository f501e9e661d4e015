/** What the media worker hears of the people in a meeting. */

/** Speech that began or ended on a track; whose it is, is not said here. */
export type SpeechChange = { readonly type: 'speech_start' | 'speech_stop'; readonly at_ms: number };

export type AttributedChange = SpeechChange & { readonly participant_id: string };

/** What was heard, in Unix time. */
export interface Heard {
  readonly changes: readonly AttributedChange[];
  readonly last_sound_ms: number | null;
}

/** Some of what was said: 16-bit linear PCM, mono, and when it began. */
export interface SpokenSound {
  readonly start_timestamp_ms: number;
  readonly duration_ms: number;
  readonly sample_rate: number;
  readonly pcm: Uint8Array;
}

/** Nobody's, when it is not known who said it. */
export interface AttributedSound extends SpokenSound {
  readonly participant_id: string | null;
}

/** Something said in one go, with its bytes as base64. */
export interface SpokenPiece extends Omit<AttributedSound, 'pcm'> {
  readonly pcm: string;
}

export interface ListenOptions {
  /** Whether what is said is cut into pieces and handed over. */
  readonly pieces: boolean;
  /** At how many samples a second everybody's sound is handed over as it comes; absent where nobody wants it. */
  readonly live_rate?: number | undefined;
}

/**
 * By which moments of its sound it is told whose a line was: when it was given, or when it arrived, before it waited for that.
 */
export type SpanClock = 'played' | 'arrived';

/**
 * Until when a line that several people share was somebody's; nobody's, where it is not known whose. It begins
 * where the one before it ends.
 */
export interface SpeakerSpan {
  readonly until_ms: number;
  readonly speaker: string | null;
}
