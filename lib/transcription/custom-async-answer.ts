/** The answers of an operator's own server, read leniently: everybody writes their own. */
import * as z from 'zod';
import { Word } from '../domain/captured/captured.ts';
import type { TranscriberAnswer } from '../domain/transcription/speech.ts';

const Done = z.object({
  status: z.literal('done'),
  result: z.object({
    transcription: z.object({
      full_transcript: z.string().nullish(),
      utterances: z.array(z.object({ words: z.array(z.unknown()).nullish() })).nullish(),
    }),
  }),
});
const Failed = z.object({
  status: z.literal('error'),
  error_code: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(undefined),
});
const Answer = z.union([Done, Failed]);

// Far more than anybody says in half a minute, and far less than an item of the table may hold.
const mostCharacters = 20_000;
const mostWords = 1_000;
const longestWord = 100;

const wordsOf = (given: unknown): z.infer<typeof Word>[] => {
  const { success, data } = Word.safeParse(given);
  return success ? [{ ...data, word: data.word.slice(0, longestWord) }] : [];
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** A code as it may be shown and logged. */
const codeOf = ({ error_code }: z.infer<typeof Failed>): string | undefined =>
  error_code?.replaceAll(/[^\w.-]+/g, '_').slice(0, 64) || undefined;

/** The server's own word for what went wrong, in a body that came with a bad status. */
export const readErrorCode = (body: string): string | undefined => {
  const { data } = Failed.safeParse(parsed(body));
  return data && codeOf(data);
};

/**
 * The meaning of a body that came with a good status. The words of all its utterances belong to the one piece that was
 * sent, and their times count from its start. Words without times are left out. Where there is no full text, it is made
 * of the words.
 */
export const readAnswer = (body: string): TranscriberAnswer => {
  const { data } = Answer.safeParse(parsed(body));
  if (!data) return { status: 'failed', error_code: 'INVALID_ANSWER' };
  if (data.status === 'error') return { status: 'failed', error_code: codeOf(data) ?? 'TRANSCRIPTION_FAILED' };
  const { full_transcript, utterances } = data.result.transcription;
  const words = (utterances ?? [])
    .flatMap((utterance) => utterance.words ?? [])
    .flatMap(wordsOf)
    .sort((a, b) => a.start - b.start)
    .slice(0, mostWords);
  const text = full_transcript?.trim() || words.map(({ word }) => word.trim()).join(' ');
  return { status: 'done', transcript: text.slice(0, mostCharacters), words };
};
