/** How the speech in a bot's meeting becomes text: one provider, and what it is told. */
import * as z from 'zod';
import { hearsSpeech, providerNames, type SpeechProviderName, speechProviderNames } from './provider-names.ts';
import { type ProviderName, providers } from './providers.ts';
import type { OperatedTimes } from './transcription-server.ts';

type SettingsByProvider = { [N in ProviderName]: z.ZodExactOptional<(typeof providers)[N]['settings']> };
const settingsByProvider = Object.fromEntries(
  providerNames.map((name) => [name, providers[name].settings.exactOptional()]),
) as SettingsByProvider;

/** Keyed by provider, exactly one. */
export const ofOneProvider = <T extends z.ZodRawShape>(byProvider: T) =>
  z
    .strictObject(byProvider)
    .refine((settings) => Object.values(settings).filter((value) => value !== undefined).length === 1, {
      error: `must name exactly one provider: ${providerNames.join(', ')}`,
    })
    .meta({ minProperties: 1, maxProperties: 1 });

export const TranscriptionSettings = ofOneProvider(settingsByProvider);
export type TranscriptionSettings = z.infer<typeof TranscriptionSettings>;

export const defaultTranscriptionSettings: TranscriptionSettings = { meeting_closed_captions: {} };

/** The provider that is named. The schema has made sure that there is exactly one. */
export const providerOf = (settings: { readonly [N in ProviderName]?: unknown }): ProviderName =>
  Object.keys(settings)[0] as ProviderName;

/** The settings of one provider. The schema in the provider's row has checked them. */
export type ProviderSettings = Readonly<Record<string, unknown>>;

/** Which provider is to transcribe a piece of speech, and with which settings. */
export interface SpeechOrder {
  readonly provider: SpeechProviderName;
  readonly parameters: ProviderSettings;
}

/** Which provider is sent what is said; undefined where the text is read from captions. */
export const speechOrderOf = (settings: TranscriptionSettings): SpeechOrder | undefined => {
  const provider = providerOf(settings);
  return hearsSpeech(provider) ? { provider, parameters: settings[provider] ?? {} } : undefined;
};

/** The most seconds that any provider has to answer. */
export const longestAnswerSeconds = (operated: OperatedTimes): number =>
  Math.max(...speechProviderNames.map((name) => providers[name].answer_seconds(operated)));
