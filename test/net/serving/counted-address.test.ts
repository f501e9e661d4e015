import { describe, expect, it } from 'vitest';
import { countedAddress } from '../../../lib/net/serving/counted-address.ts';
import { addressRequester } from '../../../lib/storage/request-counts.ts';

describe('an address whose requests are counted', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::3', '2001:db8:1:2::/64'],
    ['2001:db8:0001:0002:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is %s', (address, counted) => {
    expect(countedAddress(address)).toBe(counted);
  });

  it('is one with all of its network, at each route by itself', () => {
    const at = (address: string, route = 'POST /api/v1/dashboard/session') => addressRequester(address, route);
    expect(at('2001:db8:1:2::1')).toBe(at('2001:db8:1:2:ffff::3'));
    expect(at('2001:db8:1:2::1')).not.toBe(at('2001:db8:1:3::1'));
    expect(at('203.0.113.7')).not.toBe(at('203.0.113.7', 'GET /sso'));
  });
});
