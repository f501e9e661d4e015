import { describe, expect, it } from 'vitest';
import { behindProxies, type connectedFrom, isAddressBlock } from '../../../lib/net/serving/client-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  }) as Parameters<typeof connectedFrom>[0];

describe('the address of a client', () => {
  it.each<[string, string[], string, string | undefined, string]>([
    ['is at the other end where nobody is trusted', [], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['is what a trusted proxy says', ['127.0.0.1'], '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['is none that the client made up', ['127.0.0.1'], '127.0.0.1', '10.9.9.9, 198.51.100.1', '198.51.100.1'],
    [
      'is before all proxies that are trusted',
      ['127.0.0.1', '10.0.0.0/8'],
      '127.0.0.1',
      '198.51.100.1, 10.1.2.3',
      '198.51.100.1',
    ],
    ['is the proxy where it says nothing', ['127.0.0.1'], '127.0.0.1', undefined, '127.0.0.1'],
    ['is not read from anybody else', ['10.0.0.0/8'], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['may be of IPv6', ['::1', 'fd00::/8'], '::1', '2001:db8::7, fd00::1', '2001:db8::7'],
    ['is the same on a socket of both families', ['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['is none that is no address', ['127.0.0.1'], '127.0.0.1', 'unknown', '127.0.0.1'],
  ])('%s', (_, proxies, remote, forwarded, expected) => {
    expect(behindProxies(proxies)(from(remote, forwarded))).toBe(expected);
  });

  it.each([
    ['127.0.0.1', true],
    ['10.0.0.0/8', true],
    ['10.0.0.0/33', false],
    ['fd00::/8', true],
    ['proxy.example.com', false],
    ['10.0.0.0/8/8', false],
    ['', false],
  ])('takes %j for a block of addresses: %s', (text, expected) => {
    expect(isAddressBlock(text)).toBe(expected);
  });
});
