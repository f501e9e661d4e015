/**
 * `stt_b`: OpenAI, asked for files of sound
 * (https://developers.openai.com/api/reference/resources/audio/subresources/transcriptions/methods/create).
 */
import { FormData } from 'undici';
import * as z from 'zod';
import { jsonIn } from '../domain/json.ts';
import { providers } from '../domain/transcription/providers.ts';
import type { TranscriberAnswer } from '../domain/transcription/speech.ts';
import { diarizingModel, fileModelOf } from '../domain/transcription/stt-b-models.ts';
import type { Transcriber, TranscriptionRequest } from '../ports/transcriber.ts';
import { heard, unreadable } from './heard.ts';
import { type HttpAnswer, httpTranscriber } from './http-transcriber.ts';
import { type Refusal, type RefusalCode, troubleOf } from './refusals.ts';
import { wavOf } from './wav.ts';

export interface SttBOptions {
  readonly url: string;
  readonly timeout_ms: number;
}

const { maker } = providers.stt_b;

/** Less than 0.1 s is refused as too short: https://github.com/AlizerUncaged/desktop-waifu/issues/253 */
const shortestMs = 200;

/** What a piece was said with: its settings were checked when they were made, maybe by another version of the schema. */
const Parameters = z.object({ model: z.string(), language: z.string().optional(), prompt: z.string().optional() });

const Transcribed = z.object({
  text: z.string(),
  languages: z.array(z.object({ code: z.string() })).default([]),
});

// https://developers.openai.com/api/docs/guides/error-codes
const Failed = z.object({
  error: z.object({
    message: z.string().nullish(),
    type: z.string().nullish(),
    code: z.string().nullish(),
  }),
});

/** As its maker writes it: by two letters where the language has a code of two. */
const languageCodeOf = (language: string): string => {
  const [short = language] = language.length > 2 ? Intl.getCanonicalLocales(language) : [];
  return short.length === 2 ? short : language;
};

const formOf = ({ pcm, sample_rate, parameters }: TranscriptionRequest): FormData => {
  const { model, language, prompt } = Parameters.parse(parameters);
  const form = new FormData();
  // The kind of sound is told by the end of the name.
  form.append('file', new Blob([wavOf(pcm, sample_rate, shortestMs)], { type: 'audio/wav' }), 'speech.wav');
  form.append('model', fileModelOf(model));
  form.append('response_format', 'json');
  if (language !== undefined) form.append('language', languageCodeOf(language));
  if (prompt) form.append('prompt', prompt);
  // Without it this model refuses sound of half a minute. Who speaks is known by the track; only the text is read.
  if (model === diarizingModel) form.append('chunking_strategy', 'auto');
  return form;
};

const readGood = (answer: HttpAnswer): TranscriberAnswer => {
  const { data } = Transcribed.safeParse(jsonIn(answer.body));
  if (!data) return unreadable(maker);
  return heard({ text: data.text, languages: data.languages.map(({ code }) => code) });
};

const troubleIn = (answer: HttpAnswer, key: string) => {
  const { message, type, code } = Failed.safeParse(jsonIn(answer.body)).data?.error ?? {};
  const refusal: Refusal = {
    code: code ?? type ?? undefined,
    message: message ?? undefined,
    request_id: answer.header('x-request-id'),
  };
  // The newer codes say which limit it was; the type stays.
  const isQuota = type === 'insufficient_quota' || code === 'insufficient_quota';
  const meant: RefusalCode | undefined = isQuota
    ? 'quota_exhausted'
    : code === 'model_not_found'
      ? 'model_not_available'
      : undefined;
  return troubleOf({ maker, answer, key, refusal, code: meant });
};

/** Asks with a form that holds a WAV file. */
export const sttBTranscriber = ({ url, timeout_ms }: SttBOptions): Transcriber =>
  httpTranscriber({
    who: maker,
    timeout_ms,
    questionOf: (sound) => ({
      url: `${url}/v1/audio/transcriptions`,
      headers: { authorization: `Bearer ${sound.key}` },
      body: formOf(sound),
    }),
    read: (answer, { key }) => (answer.status === 200 ? readGood(answer) : troubleIn(answer, key)),
  });
