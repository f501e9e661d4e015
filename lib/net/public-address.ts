import { BlockList, isIP } from 'node:net';
import { canonical, groupsOf } from './ipv6.ts';

/**
 * Not on the public internet, or leading to somewhere else than it seems. Blocks of
 * https://www.iana.org/assignments/iana-ipv4-special-registry and
 * https://www.iana.org/assignments/iana-ipv6-special-registry.
 */
const specialBlocks: readonly string[] = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by a carrier's customers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // relays from IPv6 to IPv4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '2001::/23', // protocol assignments: Teredo, benchmarking, AMT, ORCHID and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
  // Public by its block, yet answered by the cloud's own host: Azure's wire server, which hands out credentials.
  // https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16/32',
];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

const listOf = (blocks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const block of blocks) {
    const [address = '', bits] = block.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
};

const special = listOf(specialBlocks);
const loopback = listOf(['127.0.0.0/8']);
// All that is in use as global unicast of IPv6. https://www.iana.org/assignments/ipv6-address-space
const globalUnicast = listOf(['2000::/3']);

/** An interface identifier of ISATAP (RFC 5214) carries an IPv4 address under any prefix. */
const isIsatap = (address: string): boolean => {
  const [, , , , fifth = '', sixth] = groupsOf(address);
  return sixth === '5efe' && ['0', '200'].includes(fifth);
};

/** An address that names an interface (`%`) is bound to it, and so is not public. */
const isAddress = (address: string): boolean => isIP(address) !== 0 && !address.includes('%');

/**
 * Whether an address, in its usual notation, belongs to a host on the public internet: none of loopback, private,
 * link-local, shared, multicast, documentation, benchmarking, reserved or cloud metadata, and no IPv6 address that
 * leads to an IPv4 one (mapped, compatible, NAT64, 6to4, Teredo, ISATAP), even to a public one.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!isAddress(address) || special.check(address, familyOf(address))) return false;
  return isIP(address) === 4 || (globalUnicast.check(address, 'ipv6') && !isIsatap(address));
};

/** Whether an address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean =>
  isAddress(address) && (isIP(address) === 4 ? loopback.check(address) : canonical(address) === '::1');
