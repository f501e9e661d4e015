import { describe, expect, it } from 'vitest';
import { isDomain, isMeetingHost } from '../../../lib/domain/meeting/meeting-host.ts';

describe('a host of meetings that an operator names', () => {
  it.each([
    ...['meet.example.com', 'Meet.Example.com:8443', 'meet.example.com.', 'jitsi_web:8443', 'localhost', 'x'],
    ...['203.0.113.7', '[2001:db8::1]:8443', '[2001:DB8::1]', '[::ffff:cb00:7107]', 'x.example:65535'],
  ])('is %s', (host) => {
    expect(isMeetingHost(host)).toBe(true);
  });

  it.each([
    ...[
      'https://meet.example.com',
      'meet.example.com/room',
      'meet.example.com:',
      'x.example:123456',
      'x.example:65536',
    ],
    ...['-x.example', '.example', '2001:db8::1', 'meet.example.com b.example.com', ''],
  ])('is not %j', (host) => {
    expect(isMeetingHost(host)).toBe(false);
  });

  it.each([
    ...['x.example:443', 'x.example:08443', '0x7f.1', '203.0.113.07', '[2001:db8:0::1]', '[::ffff:203.0.113.7]'],
    ...['münchen.example', '*.example.com'],
  ])('is not %s, since no link has it so once it was read', (host) => {
    expect(isMeetingHost(host)).toBe(false);
  });
});

describe('a domain that an operator trusts', () => {
  it.each(['example.com', 'Example.com', 'stream_server', '[2001:db8::1]'])('is %s', (domain) => {
    expect(isDomain(domain)).toBe(true);
  });

  it.each(['example.com:8443', '[2001:db8::1]:8443', 'https://example.com', ''])('is not %j', (domain) => {
    expect(isDomain(domain)).toBe(false);
  });
});
