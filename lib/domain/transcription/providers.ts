/**
 * The providers of transcription, one row each: what it hears, what it takes to ask it, its limits and its settings.
 * Everything that depends on a provider asks this table. How each is asked is in `lib/transcription`; docs/extending.md
 * says how to add one.
 */
import * as z from 'zod';
import { jsonRecord } from '../json-record.ts';
import { CaptionLanguages } from './caption-languages.ts';
import { diarizingModel, type Retirement, retirementOf, sttBModels } from './stt-b-models.ts';
import type { OperatedTimes } from './transcription-server.ts';

export interface CaptionProvider {
  /** It reads the captions that the meeting's page shows. */
  readonly hears: 'captions';
  readonly settings: z.ZodType;
}

interface HearsSpeech {
  /** It is sent what each person says, as sound. */
  readonly hears: 'speech';
  /** Whose service it is. */
  readonly maker: string;
  /** It has so many seconds to answer for a piece of speech. */
  readonly answer_seconds: (operated: OperatedTimes) => number;
  /** Settings for trying it out: all that it takes to be asked. */
  readonly trial?: Readonly<Record<string, unknown>>;
  /** What in settings its maker takes until some day only. */
  readonly retires?: (settings: Readonly<Record<string, unknown>>) => Retirement | undefined;
  readonly settings: z.ZodType;
}

export type OperatedDefault = `https://${string}` | boolean;

/** It is asked with a key that the project has from its maker. */
export interface KeyedProvider extends HearsSpeech {
  readonly needs: 'key';
  /** What operators may say of how it is asked, with what counts where they say nothing: addresses, and whether something is so. */
  readonly operated?: Readonly<Record<string, OperatedDefault>>;
}

/** It is a server that the operator runs. */
export interface ServerProvider extends HearsSpeech {
  readonly needs: 'server';
}

export type SpeechProvider = KeyedProvider | ServerProvider;

const words = (terms: readonly string[]): number => terms.join(' ').split(/\s+/).filter(Boolean).length;
/** Of the maker's tokens, of which a word is at least one: https://developers.deepgram.com/docs/keyterm */
const mostKeytermWords = 500;

const SttA = z
  .strictObject({
    language: z
      .string()
      .max(64)
      .regex(/^(multi|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)$/, {
        error: 'must be a language code, such as "en" or "pt-BR", or "multi"',
      })
      .default('multi'),
    model: z
      .string()
      .max(64)
      .regex(/^[\w.-]+$/, { error: 'must be the name of a model, such as "nova-3"' })
      .default('nova-3'),
    keyterms: z
      .array(z.string().trim().min(1).max(255))
      .max(100)
      .refine((terms) => words(terms) <= mostKeytermWords, { error: `may hold ${mostKeytermWords} words together` })
      .exactOptional(),
    redact: z
      .array(z.enum(['pci', 'pii', 'numbers']))
      .max(3)
      .exactOptional(),
    use_eu_server: z.boolean().exactOptional(),
  })
  .refine(({ keyterms, model, language }) => !keyterms?.length || (model === 'nova-3' && /^en(-|$)/.test(language)), {
    path: ['keyterms'],
    error: 'are only understood by the model "nova-3" with an English `language`, such as "en": send [] for others',
  })
  // https://developers.deepgram.com/docs/multilingual-code-switching
  .refine(({ model, language }) => language !== 'multi' || !/^(base|enhanced)|medical/.test(model), {
    path: ['language'],
    error: 'is "multi" where nothing is said, which this model does not understand: name a language',
  });

/** Whether there is a language of this code: none of the short words that only look like one. */
const isLanguage = (code: string): boolean =>
  // Several languages, and none.
  !/mul|zxx/.test(code) && new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) !== undefined;

const noLanguage = { error: 'must be the ISO 639 code of a language, such as "en"', abort: true };

const SttB = z
  .strictObject({
    model: z.enum(sttBModels),
    language: z
      .string()
      .regex(/^[a-z]{2,3}$/, noLanguage)
      .refine(isLanguage, noLanguage)
      .exactOptional(),
    prompt: z.string().max(10_000).exactOptional(),
  })
  .refine(({ model, prompt }) => !(prompt && model === diarizingModel), {
    path: ['prompt'],
    error: `is not understood by the model "${diarizingModel}": leave it out`,
  });

/** Any properties: all are forwarded to the operator's server. They go along with every piece of speech. */
const CustomAsync = jsonRecord(
  8192,
  z
    .string()
    .min(1)
    .max(64)
    .refine((name) => name !== 'audio' && name !== 'sample_rate', {
      error: 'is a field of the form already: `audio` and `sample_rate` are sent with every piece of speech',
    }),
);

/** Hosted services answer for half a minute of speech within seconds. One that takes longer than this is in trouble. */
const hostedAnswerSeconds = 60;

export const providers = {
  stt_a: {
    hears: 'speech',
    maker: 'Deepgram',
    needs: 'key',
    answer_seconds: () => hostedAnswerSeconds,
    operated: {
      url: 'https://api.deepgram.com',
      eu_url: 'https://api.eu.deepgram.com',
      /** Whether sound is kept out of the maker's model improvement, which may cost a discount. */
      mip_opt_out: true,
    },
    settings: SttA,
  },
  stt_b: {
    hears: 'speech',
    maker: 'OpenAI',
    needs: 'key',
    answer_seconds: () => hostedAnswerSeconds,
    /** Its address is what comes before `/v1/audio/transcriptions`. */
    operated: { url: 'https://api.openai.com' },
    trial: { model: 'gpt-transcribe' },
    retires: retirementOf,
    settings: SttB,
  },
  meeting_closed_captions: { hears: 'captions', settings: CaptionLanguages },
  custom_async: {
    hears: 'speech',
    maker: 'the operator',
    needs: 'server',
    answer_seconds: ({ transcription_timeout_seconds }) => transcription_timeout_seconds,
    settings: CustomAsync,
  },
} as const satisfies Record<string, CaptionProvider | SpeechProvider>;

export type ProviderName = keyof typeof providers;
