/** A WebSocket to where a client's address may lead: checked as every address of clients, at the moment of connecting. */
import { WebSocket } from 'ws';
import { addressPatience, ForbiddenAddressError, type GuardOptions, guardedLookup } from './address-guard.ts';
import { checkClientUrl, isLoopbackHost } from './client-url.ts';
import { publicDns } from './dns.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

const handshakeTimeoutMs = 10_000;

export interface GuardedSocketOptions extends GuardOptions {
  /** A longer message ends the connection. */
  readonly most_message_bytes: number;
}

/**
 * Begins to connect. Redirects are not followed, nothing is compressed.
 * @throws ForbiddenAddressError for an address that can be seen to lead elsewhere; one whose name does is an `error`
 */
export const openGuardedSocket = (url: string, options: GuardedSocketOptions): WebSocket => {
  const { allow_loopback = false, resolve = publicDns(), ca, most_message_bytes } = options;
  const refusal = checkClientUrl(url, { allow_loopback, protocol: 'wss' });
  if (refusal) throw new ForbiddenAddressError(`the address ${refusal}`);
  const isHere = isLoopbackHost(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'));
  return new WebSocket(url, {
    lookup: isHere
      ? guardedLookup(async () => ['127.0.0.1', '::1'], isLoopbackAddress)
      : guardedLookup(resolve, isPublicAddress),
    ...addressPatience,
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: most_message_bytes,
    followRedirects: false,
    perMessageDeflate: false,
    ...(ca !== undefined && { ca }),
  });
};
