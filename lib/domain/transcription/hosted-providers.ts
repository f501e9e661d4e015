/**
 * What the operator says of hosted providers, in either home: what their rows have in `operated`, with the provider's name before
 * it, as in `stt_a_eu_url`.
 */
import * as z from 'zod';
import { keyedProviderNames } from './provider-names.ts';
import { type KeyedProvider, type OperatedDefault, type ProviderName, providers } from './providers.ts';

type Rows = typeof providers;
type HostedProviderName = { [N in ProviderName]: Rows[N] extends { operated: object } ? N : never }[ProviderName];
type Word<N extends HostedProviderName> = keyof Rows[N]['operated'] & string;
type Said<Default> = Default extends boolean ? boolean : string;

/** What is said of each of them, by its own words. */
export type HostedProviders = {
  readonly [N in HostedProviderName]: { readonly [W in Word<N>]: Said<Rows[N]['operated'][W]> };
};

export type HostedSetting = { [N in HostedProviderName]: `${N}_${Word<N>}` }[HostedProviderName];

/** In the operator's hands, so it may be a private address, and without TLS: makers let customers run their service. */
const Address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => url.replace(/\/+$/, ''));
const YesOrNo = z.union([z.boolean(), z.stringbool()]);

const readAs = (usual: OperatedDefault): z.ZodType =>
  typeof usual === 'boolean' ? YesOrNo.default(usual) : Address.default(usual);

const operated = keyedProviderNames.flatMap((name) => {
  const row: KeyedProvider = providers[name];
  return Object.entries(row.operated ?? {}).map(([word, usual]) => ({ name, word, usual }));
});
const settingOf = ({ name, word }: { name: string; word: string }) => `${name}_${word}` as HostedSetting;

/** Everything that can be said, and how it is read. */
export const hostedSettings = Object.fromEntries(
  operated.map((one) => [settingOf(one), readAs(one.usual)]),
) as Readonly<Record<HostedSetting, z.ZodType>>;

/** All that is said, by the provider that it is said of. */
export const hostedProvidersOf = (said: (setting: HostedSetting) => unknown): HostedProviders =>
  Object.fromEntries(
    Object.entries(Object.groupBy(operated, ({ name }) => name)).map(([name, its]) => [
      name,
      Object.fromEntries(its.map((one) => [one.word, said(settingOf(one))])),
    ]),
  ) as HostedProviders;
