/**
 * Settings that rows of tables bring: the hosts of each platform whose hosts operators list, the secret with the operator's
 * key for each provider that takes one, and what else operators may say of it. `demo_room` has `demoRoomHosts`, `stt_a` has
 * `sttAKeySecret` and `sttAUrl`.
 */
import * as z from 'zod';
import { type OperatedPlatform, operatedPlatforms } from '../domain/meeting/known-platforms.ts';
import { type HostedSetting, hostedSettings } from '../domain/transcription/hosted-providers.ts';
import { type KeyedProviderName, keyedProviderNames } from '../domain/transcription/provider-names.ts';
import { hostsVariable } from '../process/environment/meetings.ts';
import { hostedVariable } from '../process/environment/services.ts';
import { keySecretVariable } from '../process/environment/transcription.ts';
import { Hosts } from './setting-kinds.ts';

export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

export const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

type HostsSetting = `${Camel<OperatedPlatform>}Hosts`;
type KeySecretSetting = `${Camel<KeyedProviderName>}KeySecret`;
type OperatedProviderSetting = Camel<HostedSetting>;

const hostsSetting = (platform: OperatedPlatform) => `${camel(platform)}Hosts` as HostsSetting;
const keySecretSetting = (provider: KeyedProviderName) => `${camel(provider)}KeySecret` as KeySecretSetting;

/** A setting of one kind for each row. */
export const settingsFor = <Name extends string, Row extends string, Schema extends z.ZodType>(
  rows: readonly Row[],
  nameOf: (row: Row) => Name,
  schema: Schema,
) => Object.fromEntries(rows.map((row) => [nameOf(row), schema])) as Record<Name, Schema>;

/** Hosts whose links are accepted, comma-separated. */
export const hostsSettings = settingsFor(operatedPlatforms, hostsSetting, Hosts);

/** https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_CreateSecret.html */
const SecretName = z
  .string()
  .regex(/^[\w/+=.@-]{1,512}$/, 'must be the name of a secret in Secrets Manager, such as meeting-bots/deepgram');

/** The names of secrets in Secrets Manager: the operator's keys, for projects that have none. */
export const keySecretSettings = settingsFor(keyedProviderNames, keySecretSetting, SecretName.optional());

const operatedProviderSetting = (setting: HostedSetting) => camel(setting) as OperatedProviderSetting;
const hosted = Object.entries(hostedSettings) as [HostedSetting, z.ZodType][];

/** Where hosted providers are, and how they are asked. */
export const operatedProviderSettings = Object.fromEntries(
  hosted.map(([setting, schema]) => [operatedProviderSetting(setting), schema]),
) as Record<OperatedProviderSetting, z.ZodType>;

/** What functions are told of them, by the names of variables. */
export const hostsVariables = (settings: Readonly<Record<HostsSetting, string>>): Record<string, string> =>
  Object.fromEntries(operatedPlatforms.map((platform) => [hostsVariable(platform), settings[hostsSetting(platform)]]));

export const keySecretVariables = (settings: Readonly<Partial<Record<KeySecretSetting, string | undefined>>>) =>
  Object.fromEntries(keyedProviderNames.map((name) => [keySecretVariable(name), settings[keySecretSetting(name)]]));

export const operatedProviderVariables = (settings: Readonly<Record<OperatedProviderSetting, unknown>>) =>
  Object.fromEntries(
    hosted.map(([setting]) => [hostedVariable(setting), String(settings[operatedProviderSetting(setting)])]),
  );
