/**
 * `stt_a`: Deepgram, asked for recorded sound
 * (https://developers.deepgram.com/reference/speech-to-text/listen-pre-recorded).
 */
import * as z from 'zod';
import { jsonIn } from '../domain/json.ts';
import { providers } from '../domain/transcription/providers.ts';
import type { TranscriberAnswer } from '../domain/transcription/speech.ts';
import type { Transcriber, TranscriptionRequest } from '../ports/transcriber.ts';
import { heard, unreadable } from './heard.ts';
import { type HttpAnswer, httpTranscriber } from './http-transcriber.ts';
import { type Refusal, type RefusalCode, troubleOf } from './refusals.ts';
import { wavOf } from './wav.ts';

export interface SttAOptions {
  readonly url: string;
  /** Where sound stays in the EU, or is refused: https://developers.deepgram.com/reference/regional-endpoints */
  readonly eu_url: string;
  /**
   * Whether sound is kept out of the maker's model improvement. What is not may be kept, and leave the EU:
   * https://developers.deepgram.com/trust-security/your-data
   */
  readonly mip_opt_out: boolean;
  readonly timeout_ms: number;
}

const { maker } = providers.stt_a;

/** What a piece was said with: its settings were checked when they were made, maybe by another version of the schema. */
const Parameters = z.object({
  model: z.string(),
  language: z.string(),
  keyterms: z.array(z.string()).default([]),
  redact: z.array(z.string()).default([]),
  use_eu_server: z.boolean().default(false),
});

const Transcribed = z.object({
  results: z.object({
    channels: z.tuple([
      z.object({
        alternatives: z.tuple([
          z.object({
            transcript: z.string(),
            words: z
              .array(
                z.object({
                  word: z.string(),
                  punctuated_word: z.string().optional(),
                  start: z.number(),
                  end: z.number(),
                }),
              )
              .default([]),
            languages: z.array(z.string()).default([]),
          }),
        ]),
      }),
    ]),
  }),
});

// https://developers.deepgram.com/docs/errors
const Failed = z.object({
  err_code: z.string().optional(),
  err_msg: z.string().optional(),
  request_id: z.string().optional(),
});

/** An upload that was interrupted can be made again. */
const codes: Readonly<Record<number, RefusalCode>> = { 422: 'provider_unavailable' };

const addressOf = ({ bot_id, parameters }: TranscriptionRequest, options: SttAOptions): string => {
  const { language, model, keyterms, redact, use_eu_server } = Parameters.parse(parameters);
  const query = new URLSearchParams([
    ...Object.entries({ model, language, smart_format: 'true', punctuate: 'true', tag: bot_id }),
    ...keyterms.map((term) => ['keyterm', term]),
    ...redact.map((group) => ['redact', group]),
    ...(options.mip_opt_out ? [['mip_opt_out', 'true']] : []),
  ]);
  return `${use_eu_server ? options.eu_url : options.url}/v1/listen?${query}`;
};

const readGood = (answer: HttpAnswer): TranscriberAnswer => {
  const { data } = Transcribed.safeParse(jsonIn(answer.body));
  if (!data) return unreadable(maker);
  const [{ alternatives }] = data.results.channels;
  const [{ transcript, words, languages }] = alternatives;
  const written = words.map(({ word, punctuated_word = word, start, end }) => ({ word: punctuated_word, start, end }));
  return heard({ text: transcript, words: written, languages });
};

const refusalOf = (answer: HttpAnswer): Refusal => {
  const { err_code, err_msg, request_id } = Failed.safeParse(jsonIn(answer.body)).data ?? {};
  return { code: err_code, message: err_msg, request_id: request_id ?? answer.header('dg-request-id') };
};

/** Asks with a WAV file: their interface for recorded sound has no word for the rate of raw PCM. */
export const sttATranscriber = (options: SttAOptions): Transcriber =>
  httpTranscriber({
    who: maker,
    timeout_ms: options.timeout_ms,
    questionOf: (sound) => ({
      url: addressOf(sound, options),
      headers: { authorization: `Token ${sound.key}`, 'content-type': 'audio/wav' },
      body: wavOf(sound.pcm, sound.sample_rate),
    }),
    read: (answer, { key }) => {
      if (answer.status === 200) return readGood(answer);
      return troubleOf({ maker, answer, key, refusal: refusalOf(answer), code: codes[answer.status] });
    },
  });
