/**
 * The providers of transcription, one row each: what it hears, what it takes to ask it, its limits and its settings.
 * Everything that depends on a provider asks this table. How each is asked is in `lib/transcription`; docs/extending.md
 * says how to add one.
 */
import * as z from 'zod';
import type { OperatedTimes } from './transcription-server.ts';

export interface CaptionProvider {
  /** It reads the captions that the meeting's page shows. */
  readonly hears: 'captions';
  readonly settings: z.ZodType;
}

export interface SpeechProvider {
  /** It is sent what each person says, as sound. */
  readonly hears: 'speech';
  /** Whose service it is. */
  readonly maker: string;
  /** What it takes to ask it: a key that the project has from its maker, or a server that the operator runs. */
  readonly needs: 'key' | 'server';
  /** It has so many seconds to answer for a piece of speech. */
  readonly answer_seconds: (operated: OperatedTimes) => number;
  readonly settings: z.ZodType;
}

const Language = z.string().min(1).max(64);

/** One language per platform that has closed captions; the platform's own default when absent. */
const Captions = z.strictObject({
  platform_a_language: Language.exactOptional(),
  platform_b_language: Language.exactOptional(),
  platform_c_language: Language.exactOptional(),
});

const SttA = z
  .strictObject({
    language: Language.default('multi'),
    model: z.string().min(1).max(64).default('nova-3'),
    keyterms: z.array(z.string().min(1).max(255)).max(100).exactOptional(),
    redact: z.array(z.enum(['pci', 'pii', 'numbers'])).exactOptional(),
    use_eu_server: z.boolean().exactOptional(),
  })
  .refine(({ keyterms, model, language }) => !keyterms || (model === 'nova-3' && /^en(-|$)/i.test(language)), {
    path: ['keyterms'],
    error: 'are only understood by the model "nova-3" with an English `language`, such as "en"',
  });

const diarizing = 'gpt-4o-transcribe-diarize';
// The maker switches the first three off on 2027-02-26; the last two are their successors.
const sttBModels = [
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  diarizing,
  'gpt-transcribe',
  'gpt-live-transcribe',
] as const;

const SttB = z
  .strictObject({
    model: z.enum(sttBModels),
    language: z.string().min(2).max(16).exactOptional(),
    prompt: z.string().max(10_000).exactOptional(),
  })
  .refine(({ model, prompt }) => !(prompt && model === diarizing), {
    path: ['prompt'],
    error: `is not understood by the model "${diarizing}": leave it out`,
  });

/** Any properties: all are forwarded to the operator's server. */
const CustomAsync = z.record(
  z
    .string()
    .min(1)
    .max(64)
    .refine((name) => name !== 'audio' && name !== 'sample_rate', {
      error: 'is a field of the form already: `audio` and `sample_rate` are sent with every piece of speech',
    }),
  z.union([z.string().max(1024), z.number(), z.boolean()]),
);

/** Hosted services answer for half a minute of speech within seconds. One that takes longer than this is in trouble. */
const hostedAnswerSeconds = 60;

export const providers = {
  stt_a: {
    hears: 'speech',
    maker: 'Deepgram',
    needs: 'key',
    answer_seconds: () => hostedAnswerSeconds,
    settings: SttA,
  },
  stt_b: {
    hears: 'speech',
    maker: 'OpenAI',
    needs: 'key',
    answer_seconds: () => hostedAnswerSeconds,
    settings: SttB,
  },
  meeting_closed_captions: { hears: 'captions', settings: Captions },
  custom_async: {
    hears: 'speech',
    maker: 'the operator',
    needs: 'server',
    answer_seconds: ({ transcription_timeout_seconds }) => transcription_timeout_seconds,
    settings: CustomAsync,
  },
} as const satisfies Record<string, CaptionProvider | SpeechProvider>;

export type ProviderName = keyof typeof providers;
