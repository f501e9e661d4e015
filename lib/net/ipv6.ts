/** How addresses of IPv6 are written. */

/** An IPv6 address as URLs write it (RFC 5952, without embedded IPv4). */
export const canonical = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The eight groups of an IPv6 address, whatever notation it has. */
export const groupsOf = (address: string): string[] => {
  const [head = '', tail] = canonical(address).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after];
};
