/** What a provider heard, in bounds: what it says goes into an item of the table, and back to clients. */
import type * as z from 'zod';
import { beginningOf } from '../domain/beginning-of.ts';
import { Word } from '../domain/captured/captured.ts';
import type { TranscriberAnswer, Trouble } from '../domain/transcription/speech.ts';

// Far more than anybody says in half a minute, and far less than an item of the table may hold.
const mostCharacters = 20_000;
const mostWords = 1_000;
const longestWord = 100;
const mostLanguages = 10;

/** Times are kept to the millisecond: providers compute with more digits than they know. */
const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const wordOf = (given: unknown): z.infer<typeof Word>[] => {
  const { success, data } = Word.safeParse(given);
  if (!success) return [];
  const { word, start, end } = data;
  return [{ word: beginningOf(word, longestWord), start: rounded(start), end: rounded(end) }];
};

export interface Heard {
  readonly text: string;
  /** In any order. Those without times are left out. */
  readonly words?: readonly unknown[];
  readonly languages?: readonly string[];
}

/** The answer of a provider that has heard something. Where it gives no text, the text is made of the words. */
export const heard = ({ text, words = [], languages = [] }: Heard): TranscriberAnswer => {
  const timed = words
    .flatMap(wordOf)
    .sort((a, b) => a.start - b.start)
    .slice(0, mostWords);
  const transcript = text.trim() || timed.map(({ word }) => word.trim()).join(' ');
  return {
    status: 'done',
    transcript: beginningOf(transcript, mostCharacters),
    words: timed,
    ...(languages.length > 0 && { languages: languages.slice(0, mostLanguages) }),
  };
};

/** The answer of a provider that nobody can read. */
export const unreadable = (who: string): Trouble => ({
  status: 'failed',
  error_code: 'INVALID_ANSWER',
  error_message: `${who} answered something that cannot be read as a transcript`,
});
