/** The answers of an operator's own server, read leniently: everybody writes their own. */
import * as z from 'zod';
import { jsonIn } from '../domain/json.ts';
import type { TranscriberAnswer } from '../domain/transcription/speech.ts';
import { heard, unreadable } from './heard.ts';
import { type HttpAnswer, patienceOf } from './http-transcriber.ts';

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

/** Whose server it is, as the reader of a transcript is told. */
export const who = "the operator's own server for speech-to-text";

/** With these statuses the server says that this very request can never succeed. After any other one it is sent again. */
const finalStatuses: readonly number[] = [400, 413, 415, 422];

/** A code as it may be shown and logged. */
const codeOf = ({ error_code }: z.infer<typeof Failed>): string | undefined =>
  error_code?.replaceAll(/[^\w.-]+/g, '_').slice(0, 64) || undefined;

/**
 * The meaning of a body that came with a good status. The words of all its utterances belong to the one piece that was
 * sent, and their times count from its start.
 */
const readGood = (answer: HttpAnswer): TranscriberAnswer => {
  const { data } = Answer.safeParse(jsonIn(answer.body));
  if (!data) return unreadable(who);
  if (data.status === 'error') {
    const error_code = codeOf(data) ?? 'TRANSCRIPTION_FAILED';
    return { status: 'failed', error_code, error_message: `${who} answered that it could not: ${error_code}` };
  }
  const { full_transcript, utterances } = data.result.transcription;
  const words = (utterances ?? []).flatMap((utterance) => utterance.words ?? []);
  return heard({ text: full_transcript ?? '', words });
};

/** The server's own word for what went wrong comes before what its status says. */
export const readAnswer = (answer: HttpAnswer): TranscriberAnswer => {
  const { status } = answer;
  if (status >= 200 && status < 300) return readGood(answer);
  const { data } = Failed.safeParse(jsonIn(answer.body));
  const word = data && codeOf(data);
  const error_code = word ?? `HTTP_${status}`;
  const error_message = `${who} answered ${status}${word ? ` ${word}` : ''}`;
  if (finalStatuses.includes(status)) return { status: 'refused', error_code, error_message };
  return { status: 'unavailable', error_code, error_message, ...patienceOf(answer) };
};
