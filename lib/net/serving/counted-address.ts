/** As whose the requests of an address are counted. */
import { isIP } from 'node:net';
import { groupsOf } from '../ipv6.ts';

/** An address of IPv4; of IPv6 its network of 64 bits, in which whoever has one address has all (RFC 4291, 2.5.4; RFC 6177). */
export const countedAddress = (address: string): string => {
  if (isIP(address) !== 6) return address;
  // What stands behind the percent sign is the interface that a link-local address is reached by.
  const network = groupsOf(address.replace(/%.*/, '')).slice(0, 4);
  return `${network.join(':')}::/64`;
};
