/** Where a server that its client names, and not the operator, may send a bot. */
import { isIP } from 'node:net';
import { bareHost, checkClientUrl } from '../../net/client-url.ts';
import { publicDns, type Resolve } from '../../net/dns.ts';
import { isPublicAddress } from '../../net/public-address.ts';

/** Where a page goes that is led to an address; undefined where it goes nowhere. */
export type Course = (to: string) => Promise<string | undefined>;

/** Whether the operator lists the host among those of the platform's meetings. */
export type IsListed = (url: URL) => boolean;

/**
 * To any place on its own host, over https also on another port, and to any on a host that the operator lists, as in a link that
 * leads there. To another only as to an address that a client gives: https, port 443, a name that leads to the public internet.
 */
export const mayLead = async (
  from: string,
  to: string,
  isListed: IsListed = () => false,
  resolve: Resolve = publicDns(),
): Promise<boolean> => {
  const [here, there] = [URL.parse(from), URL.parse(to)];
  if (!here || !there || !/^https?:$/.test(there.protocol)) return false;
  if (there.origin === here.origin) return true;
  if (there.hostname === here.hostname && there.protocol === 'https:') return true;
  if (isListed(there) && (there.protocol === 'https:' || there.port !== '')) return true;
  if (checkClientUrl(to) !== undefined) return false;
  if (isIP(bareHost(there.hostname))) return true;
  const addresses = await resolve(there.hostname).catch(() => []);
  return addresses.length > 0 && addresses.every(isPublicAddress);
};
