/** Links before which a mail server, or Google, has put an address of its own. */
import { unescaped } from '../domain/meeting/links.ts';

/** A link that leads where a parameter of it says. */
const byParameter = (url: URL, ...names: readonly string[]): string | undefined =>
  names.map((name) => url.searchParams.get(name)).find((inner) => inner !== null) ?? undefined;

const runLengths = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const shortestRun = 2;

const opening = '/v3/__';
const closing = '__;';

/**
 * The third form of Proofpoint: the link stands as it was, but for signs that became stars and follow in base 64. `*` is one
 * of them, `**` with a letter as many as the letter says. https://help.proofpoint.com/@api/deki/files/177/URLDefenseDecode.py
 */
const ofStars = (link: string): string | undefined => {
  // Found by plain search: strangers write links of any length, and an expression that is tried from each place takes seconds.
  const begins = link.indexOf(opening) + opening.length;
  const ends = link.indexOf(closing, begins + 1);
  if (ends < 0) return undefined;
  const [hidden = ''] = /^[\w-]*/.exec(link.slice(ends + closing.length)) ?? [];
  const signs = [...Buffer.from(hidden, 'base64url').toString()];
  let used = 0;
  // What passes links on may make one of the two slashes after the scheme.
  const starred = link.slice(begins, ends).replace(/^(https?:\/)(?=[^/])/i, '$1/');
  return starred.replace(/\*(?:\*(.))?/g, (_, letter?: string) => {
    const from = used;
    used += letter === undefined ? 1 : runLengths.indexOf(letter) + shortestRun;
    return signs.slice(from, used).join('');
  });
};

/** The second form of Proofpoint: escapes begin with a minus, and slashes are underscores. */
const ofMinuses = (url: URL): string | undefined =>
  unescaped((byParameter(url, 'u') ?? '').replaceAll('-', '%').replaceAll('_', '/'));

const safelinks = /\.safelinks\.protection\.(?:outlook\.com|office365\.us)$/;

/** Where an address leads that wraps another one; undefined for one that does not. */
const innerOf = (link: string): string | undefined => {
  const url = URL.parse(link);
  if (!url) return undefined;
  const { hostname, pathname } = url;
  if (safelinks.test(hostname)) return byParameter(url, 'url');
  if (/^(?:www\.)?google\.com$/.test(hostname) && pathname === '/url') return byParameter(url, 'q', 'url');
  if (!/^urldefense(?:\.proofpoint)?\.com$/.test(hostname)) return undefined;
  return pathname.startsWith(opening) ? ofStars(link) : pathname === '/v2/url' ? ofMinuses(url) : undefined;
};

/** More than mail passes through on its way. */
const mostWraps = 5;

/** Where a link really leads. */
export const unwrapped = (link: string): string => {
  let bare = link;
  for (let i = 0; i < mostWraps; i += 1) {
    const inner = innerOf(bare);
    if (!inner) break;
    bare = inner;
  }
  return bare;
};
