/** The page that carries an answer on: a form that sends itself (HTTP-POST binding), to one address. */
import { pageHeaders } from '../../net/serving/page-headers.ts';
import { escaped } from './escaped.ts';

export interface Posted {
  readonly acs: string;
  /** XML. */
  readonly response: string;
  /** What the asker wants back as it was. */
  readonly relay_state: string | undefined;
}

export const postPage = ({ acs, response, relay_state }: Posted, nonce: string) => {
  const fields = { SAMLResponse: Buffer.from(response).toString('base64'), RelayState: relay_state };
  const inputs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  return {
    headers: {
      ...pageHeaders({
        'script-src': `'nonce-${nonce}'`,
        // Chromium holds what the platform redirects to after the form was sent to this list too, and the platform sets its
        // cookies by way of several of its hosts. Nothing here but the form can be sent, and its address is fixed.
        'form-action': 'https:',
      }),
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signing in</title></head><body><form method="post" action="${escaped(acs)}">${inputs.join('')}<noscript><button>Go on</button></noscript></form><script nonce="${nonce}">document.forms[0].submit()</script></body></html>`,
  };
};
