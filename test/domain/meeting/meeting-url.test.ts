import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../lib/domain/meeting/known-platforms.ts';
import { recogniseMeetingLink } from '../../../lib/domain/meeting/meeting-url.ts';
import { runs } from '../../lab/properties.ts';
import { badLinks, goodLinks, operated } from './meeting-link-corpus.ts';

const good = goodLinks.map(([platform, given, url = given]) => ({ platform, given, url }));

describe('a meeting link', () => {
  it.each(good)('of $platform is recognised, and normal: $given', ({ platform, given, url }) => {
    expect(recogniseMeetingLink(given, operated)).toEqual({ platform, url });
  });
  it.each(good)('of $platform is its own normal form when it is given back: $url', ({ platform, url }) => {
    expect(recogniseMeetingLink(url, operated)).toEqual({ platform, url });
  });
  it.each(badLinks)('is none: %j', (given) => {
    expect(recogniseMeetingLink(given, operated)).toBeUndefined();
  });
  it('leads only to hosts that the operator lists, where anyone can have such a host', () => {
    const ours = good.filter(({ platform }) => ['jitsi', 'galene', 'livekit', 'demo_room'].includes(platform));
    expect(ours.map(({ given }) => recogniseMeetingLink(given, {}))).toEqual(ours.map(() => undefined));
  });
  it('is of a platform that is switched off only where it is of no other on that host', () => {
    const host = 'meet.example.com';
    const on = (path: string, off: readonly Platform[]) =>
      recogniseMeetingLink(`https://${host}/${path}`, { jitsi: [host], livekit: [host] }, off)?.platform;
    expect(on('rooms/x', [])).toBe('jitsi');
    expect(on('rooms/x', ['jitsi'])).toBe('livekit');
    expect(on('x', ['jitsi'])).toBe('jitsi');
    expect(on('rooms/x', ['jitsi', 'livekit'])).toBe('jitsi');
  });
});

/** Links that nearly are: good and bad ones cut, joined, escaped, decorated. */
const almostLinks = (() => {
  const part = fc.oneof(
    fc.constantFrom(...goodLinks.map(([, given]) => given), ...badLinks),
    fc.constantFrom(
      '?',
      '&',
      '#',
      '/',
      '//',
      '\\',
      '@',
      ':',
      '%',
      '%2F',
      '%252F',
      '..',
      '?pwd=',
      '&p=',
      'ſ',
      '。',
      '\u0000',
    ),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  );
  const cut = fc.tuple(part, fc.nat(120), fc.nat(120)).map(([text, from, to]) => text.slice(0, from) + text.slice(to));
  return fc.oneof(
    fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.array(cut, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom(...goodLinks.map(([, given]) => given)), fc.nat(80), part)
      .map(([text, at, more]) => text.slice(0, at) + more + text.slice(at)),
  );
})();

describe('whatever somebody pastes', () => {
  it('has a normal form that is its own, on a host that it shows, without what is no part of an address', () => {
    fc.assert(
      fc.property(almostLinks, (text) => {
        const link = recogniseMeetingLink(text, operated);
        if (!link) return;
        expect(recogniseMeetingLink(link.url, operated)).toEqual(link);
        const { host, hostname, hash, username, password, href } = new URL(link.url);
        expect(href).toBe(link.url);
        expect([username, password]).toEqual(['', '']);
        const mayHaveHash = link.platform === 'livekit' || (link.platform === 'teams' && hash.startsWith('#token='));
        expect(mayHaveHash ? '' : hash).toBe('');
        expect(link.url.length).toBeLessThanOrEqual(2048);
        expect(link.url).not.toMatch(/[\s\\\p{Cc}]|[^/]\/$/u);
        const shown = link.platform === 'teams' ? /teams\.(?:microsoft\.com|live\.com|cloud\.microsoft)/i : hostname;
        expect(text.toLowerCase()).toMatch(shown);
        const isOperated = Object.values(operated).flat().includes(host);
        expect(isOperated || (link.url.startsWith('https://') && host === hostname)).toBe(true);
        expect(decodeURIComponent(link.url).slice(8)).not.toContain('://');
      }),
      { numRuns: runs(2000) },
    );
  });
});
