/** How the speech in a bot's meeting becomes text: one provider, and what it is told. */
import * as z from 'zod';
import {
  hearsSpeech,
  type ProviderName,
  providerNames,
  providers,
  type SpeechProviderName,
  speechProvider,
  speechProviderNames,
} from './providers.ts';
import type { OperatedTimes } from './transcription-server.ts';

type SettingsByProvider = { [N in ProviderName]: z.ZodExactOptional<(typeof providers)[N]['settings']> };
const settingsByProvider = Object.fromEntries(
  providerNames.map((name) => [name, providers[name].settings.exactOptional()]),
) as SettingsByProvider;

/** Keyed by provider, exactly one. */
export const TranscriptionSettings = z
  .strictObject(settingsByProvider)
  .refine((settings) => Object.values(settings).filter((value) => value !== undefined).length === 1, {
    error: `must name exactly one provider: ${providerNames.join(', ')}`,
  })
  .meta({ minProperties: 1, maxProperties: 1 });
export type TranscriptionSettings = z.infer<typeof TranscriptionSettings>;

export const defaultTranscriptionSettings: TranscriptionSettings = { meeting_closed_captions: {} };

/** The provider that is named: the schema has seen to it that there is one. */
export const providerOf = (settings: TranscriptionSettings): ProviderName => Object.keys(settings)[0] as ProviderName;

/** What a provider is told, in its own words: the schema of its row has checked it. */
export type ProviderSettings = Readonly<Record<string, unknown>>;

/** Who makes text of a piece of speech, and what they are told with it. */
export interface SpeechOrder {
  readonly provider: SpeechProviderName;
  readonly parameters: ProviderSettings;
}

/** How the sound of what is said becomes text; undefined where its text is read from captions. */
export const speechOrderOf = (settings: TranscriptionSettings): SpeechOrder | undefined => {
  const provider = providerOf(settings);
  return hearsSpeech(provider) ? { provider, parameters: settings[provider] ?? {} } : undefined;
};

/** How many seconds a bot's provider has to answer for a piece of speech; undefined where none is asked. */
export const answerSecondsOf = (settings: TranscriptionSettings, operated: OperatedTimes): number | undefined =>
  speechProvider(providerOf(settings))?.answer_seconds(operated);

/** The most seconds that any provider has to answer. */
export const longestAnswerSeconds = (operated: OperatedTimes): number =>
  Math.max(...speechProviderNames.map((name) => providers[name].answer_seconds(operated)));
