/** Where a Galène server may send a bot that joins a group, and with what. */
import { isIP } from 'node:net';
import { checkClientUrl } from '../../../net/client-url.ts';
import { publicDns, type Resolve } from '../../../net/dns.ts';
import { isPublicAddress } from '../../../net/public-address.ts';

/**
 * To any place on its own host. To another only as to an address that a client gives: https, port 443, a name that leads to
 * the public internet. Whoever has a group elsewhere sends the bot its own link, on a host that the operator lists.
 */
export const mayLead = async (from: string, to: string, resolve: Resolve = publicDns()): Promise<boolean> => {
  const [here, there] = [URL.parse(from), URL.parse(to)];
  if (!here || !there || !/^https?:$/.test(there.protocol)) return false;
  if (there.origin === here.origin) return true;
  if (checkClientUrl(to) !== undefined) return false;
  if (isIP(there.hostname.replace(/^\[(.*)\]$/, '$1'))) return true;
  const addresses = await resolve(there.hostname).catch(() => []);
  return addresses.length > 0 && addresses.every(isPublicAddress);
};

/** Servers escape more of a path than browsers do. */
const decoded = ({ pathname }: URL): string => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
};

/**
 * With the invitation of the bot's address, where the server sends whoever comes by another of its names on to its own
 * (`canonicalHost`): it names the same group there, and leaves out all that stands behind the `?` (redirect in webserver.go).
 */
export const ledTo = (address: string, to: string): string => {
  const [asked, there] = [new URL(address), new URL(to)];
  const isSameGroup = decoded(there) === decoded(asked) && there.search === '';
  if (there.origin === asked.origin || !isSameGroup) return to;
  there.search = asked.search;
  return there.href;
};
