/**
 * A facsimile of how Google signs in the people of a Workspace that leaves it to somebody else to say who they are: redirects,
 * the answer heard by a library of another hand, a page to confirm where the domain is not named, a cookie in the end.
 */
import { aServiceProvider, type Known } from '../../../lab/hosts/service-provider.ts';
import type { Answer, Asked, Facsimile } from '../host.ts';

const led = (location: string, cookie?: string): Answer => ({
  status: 302,
  headers: { location, ...(cookie && { 'set-cookie': cookie }) },
});
const pageWith = (text: string): Answer => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><head><title>Google</title></head><body><h1>${text}</h1></body></html>`,
});

export interface GoogleSignIn extends Facsimile {
  /** All that was asked of it. */
  readonly asked: readonly Asked[];
  /** Whom it knows a browser as. */
  accountOf(cookies: string): string | undefined;
}

export const googleSignIn = (known: Known, domain: string): GoogleSignIn => {
  const provider = aServiceProvider(known, { domain });
  const sessions = new Map<string, string>();
  const asked: Asked[] = [];
  const own = `https://www.google.com/a/${domain}`;

  const hear = async ({ body, headers }: Asked): Promise<Answer> => {
    const form = new URLSearchParams(body.toString());
    const account = await provider.hear(form.get('SAMLResponse') ?? '').catch(() => undefined);
    if (account === undefined) return pageWith('This account cannot be accessed');
    if (headers['x-googapps-alloweddomains'] !== domain) return pageWith("Verify it's you");
    const session = `session-${sessions.size + 1}`;
    sessions.set(session, account);
    return led(form.get('RelayState') ?? '', `SID=${session}; Domain=google.com; Path=/; Secure; HttpOnly`);
  };

  return {
    hosts: ['www.google.com', 'accounts.google.com', 'mail.google.com'],
    asked,
    accountOf: (cookies) => sessions.get(/\bSID=([^;]*)/.exec(cookies)?.[1] ?? ''),
    quirks: () => undefined,
    visited: () => ({}),
    async answer(one) {
      asked.push(one);
      const { method, url } = one;
      if (method === 'POST' && url.href === `${own}/acs`) return hear(one);
      if (url.href === `${own}/ServiceLogin?service=mail`) return led('https://accounts.google.com/samlredirect');
      if (url.href === 'https://accounts.google.com/samlredirect')
        return led(await provider.ask('https://mail.google.com/mail/'));
      return url.hostname === 'mail.google.com' ? pageWith('Inbox') : pageWith('Sign in');
    },
  };
};
