/** The page that asks somebody to which of several projects they want. It looks like the dashboard's door. */
import type { Role } from '../domain/access/roles.ts';
import { pageHeaders } from '../net/serving/page-headers.ts';
import { escaped } from './saml/escaped.ts';

export interface AskedChoice {
  /** Where the answer goes. */
  readonly action: string;
  /** By which that is told from one that another page gives. */
  readonly state: string;
  readonly projects: readonly { readonly id: string; readonly name: string; readonly role: Role }[];
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.55 system-ui, 'Segoe UI', Roboto, 'Open Sans', 'Helvetica Neue', sans-serif }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; color: light-dark(#000, #e9eef3); background: light-dark(#f6f8f9, #0e1318) }
main { box-sizing: border-box; width: min(460px, 100% - 32px); margin: 16px; padding: 32px; background: light-dark(#fff, #171e26); border: 1px solid light-dark(#dfe5ea, #2c3845); border-radius: 14px }
h1 { margin: 16px 0; font-size: 1.625rem; line-height: 1.35; font-weight: 600 }
form { display: grid; gap: 12px }
button { font: inherit; text-align: start; overflow-wrap: anywhere; padding: 10px 18px; color: inherit; background: none; border: 1px solid light-dark(#75879a, #75879a); border-radius: 8px; cursor: pointer }
button:hover { background: light-dark(#f1f6f5, #1d2731) }
button:focus-visible { outline: 3px solid light-dark(#1d6b59, #b8e6da); outline-offset: 2px }
strong { display: block; font-weight: 600 }
small { color: light-dark(#52606d, #9fb0c0); font-size: 0.875rem }
`;

export const choicePage = ({ action, state, projects }: AskedChoice, nonce: string) => ({
  headers: {
    ...pageHeaders({ 'style-src': `'nonce-${nonce}'`, 'img-src': "'self'", 'form-action': "'self'" }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Choose a project · Meeting bots</title>
<link rel="icon" href="/dashboard/files/icon.svg">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<img src="/dashboard/files/icon.svg" alt="" width="44" height="44">
<h1>Where do you want to go?</h1>
<p>Several projects have let you in.</p>
<form action="${escaped(action)}">
<input type="hidden" name="state" value="${escaped(state)}">
${projects.map(({ id, name, role }) => `<button name="project" value="${escaped(id)}"><strong>${escaped(name)}</strong><small>as ${role}</small></button>`).join('\n')}
</form>
</main>
</body>
</html>
`,
});
