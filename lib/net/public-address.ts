import ipaddr from 'ipaddr.js';

// Public by their range, yet answered by the cloud's own host: Azure's wire server, which hands out credentials.
// https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
const cloudServices: readonly string[] = ['168.63.129.16'];

// All that is in use as global unicast. ipaddr.js calls everything unicast that it has no name for, among it
// IPv4-compatible ::/96 and all that is not assigned. https://www.iana.org/assignments/ipv6-address-space
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** An interface identifier of ISATAP (RFC 5214) carries an IPv4 address under any prefix. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);

/**
 * Whether an address, in its usual notation, belongs to a host on the public internet: none of loopback, private,
 * link-local, shared, multicast, documentation, benchmarking, reserved or cloud metadata, and no IPv6 address that
 * leads to an IPv4 one (mapped, compatible, NAT64, 6to4, Teredo, ISATAP), even to a public one.
 */
export const isPublicAddress = (address: string): boolean => {
  // ipaddr.js leaves out of account which interface an address is meant for; a public one is not bound to any.
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(globalUnicast) && !isIsatap(parsed)
    : !cloudServices.includes(parsed.toString());
};

/** Whether an address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
