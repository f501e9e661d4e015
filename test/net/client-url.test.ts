import { describe, expect, it } from 'vitest';
import { checkClientUrl } from '../../lib/net/client-url.ts';
import { isPublicAddress } from '../../lib/net/public-address.ts';
import {
  forbiddenAddresses,
  forbiddenUrls,
  goodUrls,
  loopbackUrls,
  neverUrls,
} from '../lab/fixtures/address-corpus.ts';

const forbidden = Object.entries(forbiddenUrls).flatMap(([sentence, urls]) => urls.map((url) => ({ url, sentence })));

describe('the address of a client, as it is given', () => {
  it('is judged by a corpus of at least 150 forbidden and 50 good ones, none twice', () => {
    expect(forbidden.length).toBeGreaterThanOrEqual(150);
    expect(goodUrls.length).toBeGreaterThanOrEqual(50);
    const all = [...forbidden.map(({ url }) => url), ...goodUrls];
    expect(new Set(all).size).toBe(all.length);
  });
  it.each(forbidden)('is refused: $url', ({ url, sentence }) => {
    expect(checkClientUrl(url)).toBe(sentence);
  });
  it.each(goodUrls)('is accepted: %s', (url) => {
    expect(checkClientUrl(url)).toBeUndefined();
    expect(checkClientUrl(url, { allow_loopback: true })).toBeUndefined();
  });
  it.each(loopbackUrls)('may be this machine only where that is allowed: %s', (url) => {
    expect(checkClientUrl(url)).toBeDefined();
    expect(checkClientUrl(url, { allow_loopback: true })).toBeUndefined();
  });
  it.each(neverUrls)('is refused even where loopback is allowed: %s', (url) => {
    expect(checkClientUrl(url, { allow_loopback: true })).toBeDefined();
  });
  it('is told of this machine where that is allowed, and only there', () => {
    const neighbour = 'http://192.168.1.4:9000/';
    expect(checkClientUrl(neighbour)).toBe('must be an https URL');
    expect(checkClientUrl(neighbour, { allow_loopback: true })).toBe(
      'must be an https URL, or http://localhost:PORT for this machine itself',
    );
  });
  it('is judged alike where WebSockets are spoken, and is never one of the other kind', () => {
    const socket = (url: string) => url.replace(/^http/i, 'ws');
    for (const url of goodUrls) {
      expect(checkClientUrl(socket(url), { protocol: 'wss' })).toBeUndefined();
      expect(checkClientUrl(url, { protocol: 'wss' })).toBe('must be a wss URL');
    }
    for (const url of [...forbidden.map(({ url }) => url).filter((url) => !url.startsWith('wss:')), ...loopbackUrls]) {
      expect([url, checkClientUrl(socket(url), { protocol: 'wss' })]).toEqual([url, expect.any(String)]);
    }
    for (const url of loopbackUrls) {
      expect(checkClientUrl(socket(url), { protocol: 'wss', allow_loopback: true })).toBeUndefined();
    }
  });
  it.each(forbiddenAddresses)('is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
