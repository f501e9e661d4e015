/** A small page for people, where a program would be told the same as JSON. It needs no file but itself. */
import { createHash } from 'node:crypto';
import { escaped } from './markup.ts';
import { pageHeaders } from './page-headers.ts';

const style = `
:root { color-scheme: light dark; --ink: #1c2530; --quiet: #4d5967; --ground: #f4f6f8; --card: #fff; --line: #d5dbe1; --link: #0b5cad }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf2; --quiet: #a9b4c0; --ground: #12171d; --card: #1b222a; --line: #35404c; --link: #7cb8ff } }
body { font: 17px/1.6 system-ui, sans-serif; margin: 0; color: var(--ink); background: var(--ground) }
main { box-sizing: border-box; max-width: 42rem; margin: 8vh auto 2rem; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25 }
p, ul { margin: .75rem 0 0 }
ul { padding-left: 1.2rem }
li { margin: .35rem 0 }
a { color: var(--link) }
.quiet { color: var(--quiet) }
code { overflow-wrap: anywhere }
@media (max-width: 45rem) { main { margin: 0; min-height: 100vh; border: 0; border-radius: 0; padding: 1.5rem 1.25rem } }
`;

/** The headers that go with every such page. */
export const peoplePageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  ...pageHeaders({ 'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'` }),
};

/** The page; `body` is HTML of ours, below the title. */
export const peoplePage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</html>
`;

/** Whether whoever asks would rather read a page than JSON: browsers name HTML when somebody goes to an address. */
export const wantsPage = (method: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept ?? '');

/** Where everything is, for whoever came to an address where nothing is. */
export const nowherePage = (path: string): string =>
  peoplePage(
    'There is nothing at this address',
    `<p><code>${escaped(path)}</code> is no page of this service. Perhaps a letter is missing, or what was here is gone.</p>
<ul>
<li><a href="/dashboard">The dashboard</a>: bots, recordings and transcripts</li>
<li><a href="/docs">API reference</a>: every operation of the API, which begins at <code>/api/v1</code></li>
</ul>`,
  );

/** The page at `/`; `more` are lines of its list, `note` stands below it, both HTML of ours. */
export const homePage = ({ more = '', note = '' } = {}): string =>
  peoplePage(
    'Meeting bots',
    `<p>This service sends bots into online meetings. They record, write down who said what, and report back.</p>
<ul>
<li><a href="/dashboard">The dashboard</a>: send bots, watch them, read meetings afterwards</li>
<li><a href="/docs">API reference</a>: every operation, with curl lines and a form to try it</li>
${more}</ul>
${note}`,
  );
