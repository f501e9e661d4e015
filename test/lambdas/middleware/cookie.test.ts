import { afterEach, describe, expect, it, vi } from 'vitest';
import { anEvent } from '../../lab/api/requests.ts';

afterEach(() => vi.unstubAllEnvs());

/** What a service at an address does with cookies. */
const cookiesAt = async (address: string) => {
  vi.resetModules();
  vi.stubEnv('BASE_URL', address);
  return import('../../../lambdas/middleware/cookie.ts');
};
/** One that was set, as a browser sends it: to every port of the machine. */
const sent = (set: string): string => set.split(';', 1)[0] ?? '';
const later = new Date('2038-01-01');

describe('the cookie of somebody who is signed in', () => {
  it.each([
    ['https://api.example.com', '__Host-session=secret'],
    ['https://bots.example.com:8443', '__Host-session-8443=secret'],
    ['http://127.0.0.1:8080', 'session-8080=secret'],
    ['http://bots.example.com', 'session=secret'],
  ])('is called after the port of the service: %s', async (address, expected) => {
    const { sessionCookie } = await cookiesAt(address);
    expect(sent(sessionCookie(anEvent('GET', '/'), 'secret', later))).toBe(expected);
  });

  it('is not taken for that of another service on the machine', async () => {
    const cookies: string[] = [];
    for (const port of [8080, 8081]) {
      const { sessionCookie, signInCookie } = await cookiesAt(`http://127.0.0.1:${port}`);
      const made = [sessionCookie, signInCookie].map((cookie, i) => cookie(anEvent('GET', '/'), `${port}-${i}`, later));
      cookies.push(...made.map(sent));
    }
    for (const port of [8080, 8081]) {
      const { cookieOf, signInCookieOf } = await cookiesAt(`http://127.0.0.1:${port}`);
      const event = { ...anEvent('GET', '/'), cookies };
      expect([cookieOf(event), signInCookieOf(event)]).toEqual([`${port}-0`, `${port}-1`]);
    }
  });
});
