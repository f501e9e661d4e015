/** Where streams may be fetched from: servers of the platform, named by a payload or by such a server. */
import { type AddressPolicy, isLoopbackHost } from './client-url.ts';

/** Domains of the maker. https://developers.zoom.us/docs/rtms/ */
const makersDomains = ['zoom.us', 'zoom.com', 'zoomgov.com'];

export interface StreamPolicy extends AddressPolicy {
  /** Domains that the operator trusts as well; a domain stands for all hosts below it. */
  readonly stream_hosts?: readonly string[];
}

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Whether an address leads to this machine itself. */
export const isLoopbackUrl = (url: string): boolean => URL.canParse(url) && isLoopbackHost(new URL(url).hostname);

/**
 * What is wrong with the address of a stream's server, as a sentence that tells what to change; undefined when nothing is
 * to be seen. Where its name leads is looked at on connecting (`lookupFor` in address-guard.ts).
 */
export const checkStreamUrl = (
  text: string,
  { allow_loopback = false, stream_hosts = [] }: StreamPolicy,
): string | undefined => {
  const authority = /^wss?:\/\/([^\s\\\p{Cc}/?#]+)[^\s\\\p{Cc}]*$/iu.exec(text)?.[1];
  if (!authority || !URL.canParse(text)) return 'must be a wss URL';
  if (authority.includes('@')) return 'must not contain a user name or password';
  const { hostname, protocol } = new URL(text);
  if (allow_loopback && isLoopbackUrl(text)) return undefined;
  if (protocol !== 'wss:') return 'must be a wss URL';
  if (![...makersDomains, ...stream_hosts].some((domain) => isBelow(hostname, domain)))
    return 'must lead to a server of the platform';
  return undefined;
};
