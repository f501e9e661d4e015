/**
 * What a process is told by its environment: one model for each need, under the name that the need has in
 * `lib/infra/permissions/needs.ts`, which sets the variables. A function names its needs and is given what they say, parsed once,
 * when it starts. Here is what all of them load; the rest stands apart, in the folder of this name.
 */
import * as z from 'zod';

/** Whether clients may name addresses on this very machine: only where the service runs on one. */
export const clientAddresses = z
  .object({ ALLOW_LOOPBACK_WEBHOOKS: z.enum(['true', 'false']).default('false') })
  .transform(({ ALLOW_LOOPBACK_WEBHOOKS }) => ({ allow_loopback: ALLOW_LOOPBACK_WEBHOOKS === 'true' }));

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
