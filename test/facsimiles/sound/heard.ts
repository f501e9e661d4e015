/** What an imitated service makes of the sound it is sent. */
import type { Sound } from './wav.ts';

export interface HeardWord {
  /** As it is written in the text, with its comma or full stop. */
  readonly word: string;
  /** Seconds from the start of the sound. */
  readonly start: number;
  readonly end: number;
}

export interface Heard {
  readonly words: readonly HeardWord[];
  /** BCP-47, what is spoken. */
  readonly language: string;
}

/** Stands for the model: gives what is said in a sound. */
export type Hearing = (sound: Sound) => Heard | Promise<Heard>;

/** Hears this text in whatever it is sent, its words evenly spread over the sound. */
export const hearing =
  (text: string, language = 'en'): Hearing =>
  ({ seconds }) => {
    const words = text.split(/\s+/).filter(Boolean);
    const each = seconds / Math.max(words.length, 1);
    return { language, words: words.map((word, i) => ({ word, start: i * each, end: (i + 0.9) * each })) };
  };
export const textOf = ({ words }: Heard): string => words.map(({ word }) => word).join(' ');
