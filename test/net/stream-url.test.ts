import { describe, expect, it } from 'vitest';
import { lookupFor } from '../../lib/net/address-guard.ts';
import { checkStreamUrl } from '../../lib/net/stream-url.ts';

describe("the address of a stream's server", () => {
  it.each([
    'wss://rtms-sjc1.zoom.us',
    'wss://rtms-sjc1.zoom.us:443/path?query=1',
    'wss://203-0-113-7.media.zoom.us:8443',
    'wss://rtms.zoom.com',
    'wss://rtms.zoomgov.com',
    'WSS://RTMS.ZOOM.US',
  ])('may be %s', (url) => expect(checkStreamUrl(url, {})).toBeUndefined());

  it.each([
    'ws://rtms.zoom.us',
    'https://rtms.zoom.us',
    'http://rtms.zoom.us',
    'ftp://rtms.zoom.us',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//rtms.zoom.us',
    'rtms.zoom.us',
    '',
    'wss://',
    'wss:///zoom.us',
    'wss://zoom.us.example.com',
    'wss://evilzoom.us',
    'wss://zoom.us.',
    'wss://rtms.zoom.us.',
    'wss://zoom.us@example.com',
    'wss://user:password@rtms.zoom.us',
    'wss://example.com/zoom.us',
    'wss://example.com?zoom.us',
    'wss://example.com#.zoom.us',
    'wss://example.com\\.zoom.us',
    'wss://example.com%2f.zoom.us',
    'wss://example.com%00.zoom.us',
    'wss://rtms.zoom.us\n.example.com',
    'wss://rtms zoom.us',
    'wss://localhost',
    'wss://localhost:8443',
    'ws://127.0.0.1:9000',
    'wss://127.0.0.1',
    'wss://127.1',
    'wss://2130706433',
    'wss://0x7f000001',
    'wss://[::1]',
    'wss://[::ffff:127.0.0.1]',
    'wss://0.0.0.0',
    'wss://10.0.0.1',
    'wss://169.254.169.254',
    'wss://metadata.google.internal',
    'wss://8.8.8.8',
    'wss://zoom',
    'wss://zoom.uk',
    'wss://zoomus',
    'wss://xn--zom-jna.us',
    'wss://zооm.us',
    'wss://zoom.us:99999',
  ])('may not be %s', (url) => expect(checkStreamUrl(url, {})).toMatch(/^must/));

  it('may be of a domain that the operator trusts', () => {
    const policy = { stream_hosts: ['streams.example.com'] };
    expect(checkStreamUrl('wss://one.streams.example.com', policy)).toBeUndefined();
    expect(checkStreamUrl('wss://streams.example.com:8443', policy)).toBeUndefined();
    expect(checkStreamUrl('wss://example.com', policy)).toMatch(/^must/);
    expect(checkStreamUrl('ws://streams.example.com', policy)).toMatch(/^must/);
  });

  it('may be of this machine, and not encrypted, only where that is allowed', () => {
    expect(checkStreamUrl('ws://localhost:9000/signaling', { allow_loopback: true })).toBeUndefined();
    expect(checkStreamUrl('ws://[::1]:9000', { allow_loopback: true })).toBeUndefined();
    expect(checkStreamUrl('ws://192.168.0.7:9000', { allow_loopback: true })).toMatch(/^must/);
  });

  it.each([
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['169.254.169.254', false],
    ['8.8.8.8', true],
  ])('leads nowhere when its name leads to %s, unless that is public: %s', async (address, isAllowed) => {
    const lookup = lookupFor({ resolve: async () => [address] });
    const answer = await new Promise((resolve) =>
      lookup('rtms.zoom.us', {}, (error, found) => resolve(error ?? found)),
    );
    expect(answer).toEqual(isAllowed ? address : expect.objectContaining({ name: 'ForbiddenAddressError' }));
  });
});
