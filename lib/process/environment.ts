/**
 * What a process is told by its environment: one model for each need, under the name that the need has in
 * `lib/infra/permissions/needs.ts`, which sets the variables. A function names its needs and is given what they say, parsed once,
 * when it starts. What few functions ask for stands apart, in the folder of this name.
 */
import * as z from 'zod';
import { type OperatedPlatform, operatedPlatforms, platforms } from '../domain/meeting/meeting-url.ts';
import { type KeyedProviderName, keyedProviderNames } from '../domain/transcription/provider-names.ts';
import { TranscriptionServer } from '../domain/transcription/transcription-server.ts';

const host = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const listed = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((one) => one.trim().toLowerCase() || []));
const hostList = listed.refine((hosts) => hosts.every((one) => host.test(one)), {
  error:
    'must be names of hosts with commas between, each as meet.example.com or meet.example.com:8443, without https://',
});
const platformList = listed.pipe(
  z.array(z.enum(platforms, { error: `must be names of platforms with commas between: ${platforms.join(', ')}` })),
);

/** Each row's variable, read by one schema: answers what they say by the names of the rows. */
const ofRows = <Row extends string, Schema extends z.ZodType>(
  rows: readonly Row[],
  variableOf: (row: Row) => string,
  schema: Schema,
) =>
  z
    .object(Object.fromEntries(rows.map((row) => [variableOf(row), schema])))
    .transform(
      (told) => Object.fromEntries(rows.map((row) => [row, told[variableOf(row)]])) as Record<Row, z.output<Schema>>,
    );

/** `JITSI_HOSTS`, for example. */
export const hostsVariable = (platform: OperatedPlatform): string => `${platform.toUpperCase()}_HOSTS`;

/** The meeting hosts that only this installation's operator can name. */
export const meetingHosts = ofRows(operatedPlatforms, hostsVariable, hostList).transform((hosts) => ({ hosts }));

/** Platforms, on whichever hosts, into whose meetings this installation's operator sends no bots. */
export const platformsOff = z
  .object({ PLATFORMS_OFF: platformList })
  .transform(({ PLATFORMS_OFF }) => ({ platforms_off: PLATFORMS_OFF }));

/** Whether clients may name addresses on this very machine: only where the service runs on one. */
export const clientAddresses = z
  .object({ ALLOW_LOOPBACK_WEBHOOKS: z.enum(['true', 'false']).default('false') })
  .transform(({ ALLOW_LOOPBACK_WEBHOOKS }) => ({ allow_loopback: ALLOW_LOOPBACK_WEBHOOKS === 'true' }));

/** Domains whose hosts are trusted with real-time streams, besides the platform's own. */
export const streamServers = z
  .object({ STREAM_HOSTS: hostList })
  .transform(({ STREAM_HOSTS }) => ({ stream_hosts: STREAM_HOSTS }));

/** The installation's own server for speech-to-text: where it is, and so whether bots may be told to use it. */
export const transcription = z
  .object({ CUSTOM_ASYNC_TRANSCRIPTION_URL: TranscriptionServer.shape.url.optional() })
  .transform(({ CUSTOM_ASYNC_TRANSCRIPTION_URL: transcriptionUrl }) => ({
    transcriptionUrl,
    hasCustomTranscription: transcriptionUrl !== undefined,
  }));

/** `STT_A_KEY_SECRET`, for example. */
export const keySecretVariable = (provider: KeyedProviderName): string => `${provider.toUpperCase()}_KEY_SECRET`;

/** The secrets with the operator's keys for providers of transcription, by their names. */
export const operatorKeys = ofRows(keyedProviderNames, keySecretVariable, z.string().optional()).transform(
  (keySecrets) => ({ keySecrets }),
);

/** What each project may ask of the API in a second. */
export const requestLimit = z
  .object({ REQUESTS_PER_SECOND: z.coerce.number().positive().default(100) })
  .transform(({ REQUESTS_PER_SECOND }) => ({ requestsPerSecond: REQUESTS_PER_SECOND }));

/**
 * The address that answers link to, for a request that came in by a domain: that domain unless another one is told.
 * `{api_id}` in it stands for the domain's first part: emulators have one address for all APIs.
 */
export const publicAddress = z.object({ BASE_URL: z.url().optional() }).transform(({ BASE_URL }) => ({
  baseUrl: (domainName: string): string =>
    BASE_URL?.replace('{api_id}', () => domainName.replace(/\..*/, '')) ?? `https://${domainName}`,
}));

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/** What the environment says of some needs, all in one. @throws ZodError that names the variable with a mistake in it */
export const environment = <const N extends readonly z.ZodType<object>[]>(
  ...needs: N
): Intersection<z.output<N[number]>> => Object.assign({}, ...needs.map((need) => need.parse(process.env)));
