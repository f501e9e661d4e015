/** Where a server that its client names, and not the operator, may send a bot. */
import { isIP } from 'node:net';
import { checkClientUrl } from '../../net/client-url.ts';
import { publicDns, type Resolve } from '../../net/dns.ts';
import { isPublicAddress } from '../../net/public-address.ts';

/**
 * To any place on its own host, over https also on another port. To another only as to an address that a client gives: https, port 443, a name that leads to
 * the public internet. Whoever has a meeting elsewhere sends the bot its own link, on a host that the operator lists.
 */
export const mayLead = async (from: string, to: string, resolve: Resolve = publicDns()): Promise<boolean> => {
  const [here, there] = [URL.parse(from), URL.parse(to)];
  if (!here || !there || !/^https?:$/.test(there.protocol)) return false;
  if (there.origin === here.origin) return true;
  if (there.hostname === here.hostname && there.protocol === 'https:') return true;
  if (checkClientUrl(to) !== undefined) return false;
  if (isIP(there.hostname.replace(/^\[(.*)\]$/, '$1'))) return true;
  const addresses = await resolve(there.hostname).catch(() => []);
  return addresses.length > 0 && addresses.every(isPublicAddress);
};
