/** A change of how speech becomes text: what it does not name stays as it is, as long as the provider does. */
import * as z from 'zod';
import { providerNames } from './provider-names.ts';
import { type ProviderName, providers } from './providers.ts';
import { ofOneProvider, providerOf, type TranscriptionSettings } from './transcription-settings.ts';

const fieldOf = (field: z.ZodType): z.ZodType =>
  (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field).nullable().exactOptional();

/** Each field may be left out, or be null. What fields are together is looked at when it is known what they change. */
const changeOf = (settings: z.ZodType): z.ZodType =>
  settings instanceof z.ZodObject
    ? z.strictObject(Object.fromEntries(Object.entries(settings.shape).map(([name, field]) => [name, fieldOf(field)])))
    : settings;

type Change = Readonly<Record<string, unknown>>;

export const TranscriptionSettingsChange = ofOneProvider(
  Object.fromEntries(providerNames.map((name) => [name, changeOf(providers[name].settings).exactOptional()])) as {
    [N in ProviderName]: z.ZodExactOptional<z.ZodType<Change>>;
  },
);
export type TranscriptionSettingsChange = z.infer<typeof TranscriptionSettingsChange>;

/** The settings as they would be after a change. Another provider takes nothing over; null takes a field back. */
export const changed = (before: TranscriptionSettings, change: TranscriptionSettingsChange): unknown => {
  const provider = providerOf(change);
  const fields = Object.entries({ ...before[provider], ...change[provider] }).filter(([, value]) => value !== null);
  return { [provider]: Object.fromEntries(fields) };
};
