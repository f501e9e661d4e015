/** Where the names of streams' servers lead. */
import type { LookupFunction } from 'node:net';
import { guardedLookup } from './address-guard.ts';
import { type AddressPolicy, isLoopbackHost } from './client-url.ts';
import { publicDns, type Resolve } from './dns.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** A look-up that answers addresses of the public internet, or of this machine where that is allowed. */
export const streamLookup = (
  { allow_loopback = false }: AddressPolicy,
  resolve: Resolve = publicDns(),
): LookupFunction => {
  const anywhere = guardedLookup(resolve, isPublicAddress);
  const here = guardedLookup(async () => ['127.0.0.1', '::1'], isLoopbackAddress);
  return (hostname, options, callback) =>
    (allow_loopback && isLoopbackHost(hostname) ? here : anywhere)(hostname, options, callback);
};
