/**
 * The guard before every address that a client gives us: https, port 443, public addresses only (docs/webhooks.md).
 * `checkClientUrl` (in client-url.ts) refuses what can be seen to be wrong when it is given; `guardedConnector` is what
 * decides, at the moment of connecting, on the addresses that the name has then.
 */
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressPolicy, checkClientUrl, isLoopbackHost } from './client-url.ts';
import { publicDns, type Resolve } from './dns.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/**
 * A client's address leads somewhere that we do not go. The message may be shown to the client; where a name of some
 * network of ours leads is not for them to know, and stands apart.
 */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
  readonly leads_to: string | undefined;
  constructor(message: string, leadsTo?: string) {
    super(message);
    this.leads_to = leadsTo;
  }
}

/** By these calls Node asks name servers. */
const isOfNameServers = (error: unknown): boolean =>
  (error as Partial<NodeJS.ErrnoException> | null)?.syscall?.startsWith('query') === true;

/**
 * Whether it is about where a name leads: into a network of ours, or nowhere, as nobody knows it or
 * says so now. Clients are told one sentence for all: our name servers are not theirs to ask.
 */
export const isAboutName = (error: unknown): boolean =>
  error instanceof ForbiddenAddressError || isOfNameServers(error);

/**
 * A lookup for `net.connect` that resolves a name once and answers its addresses if every one of them is permitted, so
 * that the connection is made to an address that was checked and to no other. Not called for literal addresses.
 */
export const guardedLookup =
  (resolve: Resolve, permits: (address: string) => boolean): LookupFunction =>
  (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        // What is no address at all, the empty one among them, is none that is permitted.
        const refused = addresses.find((address) => isIP(address) === 0 || !permits(address));
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (first === undefined || refused !== undefined) {
          const error = new ForbiddenAddressError(`${hostname} does not lead to the public internet`, refused);
          callback(error, '');
        } else if (all) callback(null, found);
        else callback(null, first, isIP(first));
      },
      (error) => callback(error, ''),
    );
  };

export interface GuardOptions extends AddressPolicy {
  readonly resolve?: Resolve;
  /** Authorities to trust instead of the usual ones, in PEM. */
  readonly ca?: string;
  readonly timeout_ms?: number;
}

/** A lookup that answers addresses of the public internet, or of this machine for its own names where that is allowed. */
export const lookupFor = ({
  allow_loopback = false,
  resolve = publicDns(),
}: Pick<GuardOptions, 'allow_loopback' | 'resolve'>): LookupFunction => {
  const anywhere = guardedLookup(resolve, isPublicAddress);
  const here = guardedLookup(async () => ['127.0.0.1', '::1'], isLoopbackAddress);
  return (hostname, options, callback) =>
    (allow_loopback && isLoopbackHost(hostname) ? here : anywhere)(hostname, options, callback);
};

/** Of several addresses Node gives up each but the last after 250 ms: too soon for far servers, and for busy machines. */
export const addressPatience = { autoSelectFamilyAttemptTimeout: 2_500 };

/**
 * Opens connections for undici (`new Agent({ connect })`) to where `checkClientUrl` and the addresses that the name
 * has at this moment allow; fails with a ForbiddenAddressError otherwise. Certificate and Host are those of the name.
 */
export const guardedConnector = (options: GuardOptions = {}): buildConnector.connector => {
  const { allow_loopback = false, ca, timeout_ms = 10_000 } = options;
  const connect = buildConnector({
    ...addressPatience,
    allowH2: false,
    timeout: timeout_ms,
    lookup: lookupFor(options),
    ...(ca !== undefined && { ca }),
  });
  return (target, callback) => {
    const host = isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname;
    const refusal = checkClientUrl(`${target.protocol}//${host}${target.port && `:${target.port}`}`, {
      allow_loopback,
    });
    if (refusal) callback(new ForbiddenAddressError(`the address ${refusal}`), null);
    else connect(target, callback);
  };
};
