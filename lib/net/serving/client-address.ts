/** Who sent a request that may have come by proxies. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The address of whoever sent a request. */
export type AddressOf = (req: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** An IPv4 address that a socket of both families writes as IPv6 (RFC 4291, 2.5.5.2), without that. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** The address at the other end of the connection. */
export const connectedFrom: AddressOf = ({ socket }) => plain(socket.remoteAddress ?? '127.0.0.1');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Whether a text is an address, or a block of addresses as `10.0.0.0/8`. */
export const isAddressBlock = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
};

/**
 * Believes what the proxies at these addresses write into `X-Forwarded-For`, each behind what it was sent: the last
 * address there that is no trusted proxy's is the client's. Of anybody else the header is not looked at.
 */
export const behindProxies = (proxies: readonly string[]): AddressOf => {
  const trusted = new BlockList();
  for (const block of proxies) {
    const [address = '', bits] = block.split('/');
    const family = familyOf(address);
    trusted.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return (req) => {
    const said = [req.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    const way = said.map((address) => plain(address.trim())).filter((address) => isIP(address) !== 0);
    let client = connectedFrom(req);
    while (isTrusted(client)) {
      const before = way.pop();
      if (before === undefined) break;
      client = before;
    }
    return client;
  };
};
