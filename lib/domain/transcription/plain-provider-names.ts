/**
 * What other services of this family call the providers that are asked with a key. Every route speaks these names, and not one in
 * ten reads what else `providers.ts` has.
 */
import type { KeyedProviderName } from './provider-names.ts';

export const plainProviderNames: Readonly<Record<KeyedProviderName, string>> = { stt_a: 'deepgram', stt_b: 'openai' };
