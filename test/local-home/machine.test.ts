import { describe, expect, it } from 'vitest';
import { cpuOf } from '../../lib/cost/figures.ts';
import { isInNetwork, placesFor, thisMachine } from '../../lib/local-home/machine.ts';

describe('how many bots a machine has room for', () => {
  it.each([
    [1, 1_000, 1],
    [2, 24_000, 3],
    [4, 24_000, 7],
    [16, 8_000, 13],
    [1, 100, 1],
  ])('is told by its cores and memory: %d cores, %d MB', (cores, memory_mb, places) => {
    expect(placesFor({ cores, memory_mb })).toBe(places);
  });

  it('is what the benchmark says of the largest meeting that it has, recorded in 1080p', () => {
    const cores = Math.max(...Object.values(cpuOf['1080p']).map(({ value }) => value)) / 60;
    expect(placesFor({ cores: 3.01 * cores, memory_mb: 24_000 })).toBe(3);
    expect(placesFor({ cores: 2.99 * cores, memory_mb: 24_000 })).toBe(2);
  });

  it('can be told of this one', () => {
    expect(placesFor(thisMachine())).toBeGreaterThanOrEqual(1);
  });
});

describe('whether a machine is in a network', () => {
  const lo = { address: '127.0.0.1', netmask: '', family: 'IPv4', mac: '', internal: true, cidr: null } as const;
  const outside = { ...lo, internal: false } as const;
  const of6 = { ...outside, family: 'IPv6', scopeid: 0 } as const;

  it.each([
    ['none at all', {}, false],
    ['its own only', { lo: [lo, { ...of6, address: '::1', internal: true }] }, false],
    ['that of its link only', { lo: [lo], eth0: [{ ...of6, address: 'fe80::2', scopeid: 2 }] }, false],
    ['one of IPv4', { lo: [lo], eth0: [{ ...outside, address: '192.0.2.2' }] }, true],
    ['one of IPv6', { lo: [lo], eth0: [{ ...of6, address: '2001:db8::2' }] }, true],
  ])('is told by its addresses: %s', (_, interfaces, expected) => {
    expect(isInNetwork(interfaces)).toBe(expected);
  });
});
