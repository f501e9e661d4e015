/** What can be seen of a client's address without looking anything up. Needs no HTTP client, so a small function can. */
import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface AddressPolicy {
  /** This machine itself, over plain http too and on any port: only in the local home, and in tests. */
  readonly allow_loopback?: boolean;
  /** What is spoken there: WebSockets in the place of HTTP. */
  readonly protocol?: 'https' | 'wss';
}

// Known only inside somebody's network (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, and names in common use).
const privateNames = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** What is said of an address that leads anywhere else. */
export const notPublic = 'must lead to a host on the public internet';

/** What is said of a name that leads anywhere else, or is not known, or that the name servers here cannot look up now. */
export const notPublicName = `${notPublic}, by a name that can be looked up`;

/** A host as it is looked up: an address of version 6 stands in brackets in URLs. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether a host name or address is this machine itself, also as addresses stand in URLs: `[::1]`. */
export const isLoopbackHost = (host: string): boolean => host === 'localhost' || isLoopbackAddress(bareHost(host));

const isPublicHost = (host: string): boolean =>
  isIP(host) ? isPublicAddress(host) : host.includes('.') && !host.endsWith('.') && !privateNames.test(host);

/**
 * What is wrong with an address that a client gives us, as a sentence that tells what to change; undefined when
 * nothing is to be seen. Looks nothing up: a name may still resolve to an address that is refused on connecting.
 */
export const checkClientUrl = (
  text: string,
  { allow_loopback = false, protocol = 'https' }: AddressPolicy = {},
): string | undefined => {
  const wanted = protocol === 'https' ? 'must be an https URL' : 'must be a wss URL';
  const plain = protocol === 'https' ? 'http' : 'ws';
  const wrongKind = allow_loopback ? `${wanted}, or ${plain}://localhost:PORT for this machine itself` : wanted;
  const [, scheme = '', authority] = /^(https?|wss?):\/\/([^\s\\\p{Cc}/?#]+)[^\s\\\p{Cc}]*$/iu.exec(text) ?? [];
  if (!authority || !URL.canParse(text)) return wrongKind;
  if (scheme.toLowerCase().startsWith('ws') !== (protocol === 'wss')) return wrongKind;
  if (authority.includes('@')) return 'must not contain a user name or password';
  const url = new URL(text);
  const host = bareHost(url.hostname);
  if (allow_loopback && isLoopbackHost(host)) return undefined;
  if (url.protocol !== `${protocol}:`) return wrongKind;
  if (url.port !== '') return 'must use port 443';
  if (!isPublicHost(host)) return notPublic;
  return undefined;
};
