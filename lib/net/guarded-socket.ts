/** A WebSocket to where a client's address may lead: checked as every address of clients, at the moment of connecting. */
import { WebSocket } from 'ws';
import { addressPatience, ForbiddenAddressError, type GuardOptions, lookupFor } from './address-guard.ts';
import { checkClientUrl } from './client-url.ts';

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
  const { allow_loopback = false, ca, most_message_bytes } = options;
  const refusal = checkClientUrl(url, { allow_loopback, protocol: 'wss' });
  if (refusal) throw new ForbiddenAddressError(`the address ${refusal}`);
  return new WebSocket(url, {
    lookup: lookupFor(options),
    ...addressPatience,
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: most_message_bytes,
    followRedirects: false,
    perMessageDeflate: false,
    ...(ca !== undefined && { ca }),
  });
};
