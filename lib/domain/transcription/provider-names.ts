/** Which providers there are, and what each is known to do. */
import { type ProviderName, providers, type SpeechProvider } from './providers.ts';

export const providerNames = Object.keys(providers) as [ProviderName, ...ProviderName[]];

/** Those that are sent the sound of what is said. */
export type SpeechProviderName = {
  [N in ProviderName]: (typeof providers)[N] extends { hears: 'speech' } ? N : never;
}[ProviderName];
export const hearsSpeech = (name: ProviderName): name is SpeechProviderName => providers[name].hears === 'speech';
export const speechProviderNames = providerNames.filter(hearsSpeech);

/** Those that are asked with a key that the project has from their maker. */
export type KeyedProviderName = {
  [N in ProviderName]: (typeof providers)[N] extends { needs: 'key' } ? N : never;
}[ProviderName];
export const keyedProviderNames = speechProviderNames.filter(
  (name): name is KeyedProviderName => providers[name].needs === 'key',
);

/** The row of a provider that is sent speech; undefined for one that reads captions. */
export const speechProvider = (name: ProviderName): SpeechProvider | undefined =>
  hearsSpeech(name) ? providers[name] : undefined;
