/**
 * The meeting links of platforms, but for those of Teams: from an address on one of its hosts to the normal form, relative to that
 * host; undefined for what is no invitation to a meeting.
 */
import { keptToken, unescaped } from './links.ts';

type Normal = (url: URL) => string | undefined;

/** A path with those parameters of the query that belong to the address. */
const withToken = (
  path: string | undefined,
  { searchParams }: URL,
  ...names: readonly string[]
): string | undefined => {
  const kept = names.map((name) => keptToken(searchParams, name));
  if (path === undefined || kept.includes(undefined)) return undefined;
  return (
    path +
    kept
      .filter((one) => one !== '')
      .map((one, i) => (i === 0 ? one : `&${one?.slice(1)}`))
      .join('')
  );
};

/** The parts of a path without their escapes; undefined where one is empty or unreadable. A slash at the end does not count. */
const partsOf = ({ pathname }: URL): string[] | undefined => {
  const parts = pathname.slice(1).replace(/\/$/, '').split('/').map(unescaped);
  return parts.every((part) => part !== undefined && part !== '') ? (parts as string[]) : undefined;
};

// Meet reads its codes in either case, and writes them in lower case.
export const googleMeetLink: Normal = ({ pathname }) =>
  /^\/[a-z]{3}-[a-z]{4}-[a-z]{3}(?=\/?$)/.exec(pathname.toLowerCase())?.[0];

/** A meeting number, which people write in groups as Zoom shows it. */
const zoomNumber = (text: string | undefined): string | undefined => {
  const digits = text?.replaceAll(/[ -]/g, '');
  return digits && /^\d{9,11}$/.test(digits) ? digits : undefined;
};

const zoomPath = (parts: readonly string[]): string | undefined => {
  const [kind, first, second, ...more] = parts;
  if (more.length > 0) return undefined;
  if (kind === 'wc') {
    // The web client has two forms for joining, and one that a meeting's host starts it by.
    const number = first === 'join' ? second : ['join', 'start', undefined].includes(second) ? first : undefined;
    const id = zoomNumber(number);
    return id && `/wc/${id}/join`;
  }
  if (second !== undefined) return undefined;
  if (kind === 'my') return /^[\w.-]{1,64}$/.test(first ?? '') ? `/my/${first}` : undefined;
  const id = ['j', 'w', 's'].includes(kind ?? '') ? zoomNumber(first) : undefined;
  return id && `/${kind}/${id}`;
};

// `pwd` is the passcode, `tk` admits somebody who registered for a webinar.
export const zoomLink: Normal = (url) => withToken(zoomPath(partsOf(url) ?? []), url, 'pwd', 'tk');

/** The number of the meeting that a link of Zoom in its normal form leads to; undefined where it has a name instead. */
export const meetingNumberOf = (url: string): string | undefined =>
  /^https:\/\/(?:[\w-]+\.)*zoom\.us\/(?:[jws]|wc)\/(\d{9,11})(?:[/?]|$)/.exec(url)?.[1];

const escapedPath = (parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`;

// Characters that Jitsi Meet does not allow in the name of a room, and the names of its own folders.
const jitsiReserved = /[/?&:'"%#\\\p{Cc}]/u;
const jitsiFolders: readonly string[] = ['static', 'libs', 'css', 'images', 'sounds', 'http-bind', 'xmpp-websocket'];

/**
 * `/room` or `/tenant/room`. A `jwt` is the server's, `password` ours, for a bot that is to type one. Newer pages look for
 * the first behind the `#`, as JSON, before they do so in the query.
 */
export const jitsiLink: Normal = (given) => {
  const url = new URL(given);
  const jwt = /[#&]jwt=(?:%22|")?(.+?)(?:%22|")?(?:&|$)/.exec(url.hash)?.[1];
  if (jwt) url.searchParams.set('jwt', jwt);
  const parts = partsOf(url);
  if (!parts || parts.length > 2 || parts.some((part) => jitsiReserved.test(part))) return undefined;
  return jitsiFolders.includes(parts[0] ?? '') ? undefined : withToken(escapedPath(parts), url, 'jwt', 'password');
};

/**
 * `/group/name`, of which the name may have parts. Galène keeps names with a leading dot for itself. A `token` is the
 * server's, `password` ours, for a bot that is to type one.
 */
export const galeneLink: Normal = (url) => {
  const [folder, ...name] = partsOf(url) ?? [];
  if (folder !== 'group' || name.length === 0) return undefined;
  if (name.some((part) => part.startsWith('.') || /[/\\%?#\p{Cc}]/u.test(part))) return undefined;
  return withToken(escapedPath(['group', ...name]), url, 'token', 'password');
};

/**
 * `/rooms/name`, as LiveKit Meet has it. Its pages decrypt a meeting by what stands behind the `#`, which no server is
 * told, as `encodeURIComponent` writes it; others that are made of the same components know a token.
 */
export const liveKitLink: Normal = (url) => {
  const [folder, name = '', ...more] = partsOf(url) ?? [];
  if (folder !== 'rooms' || more.length > 0 || !/^[^/\\%?#\p{Cc}]{1,256}$/u.test(name)) return undefined;
  if (!/^(?:#(?:[\w.~!'()*-]|%[0-9A-F]{2}){1,512})?$/.test(url.hash) || unescaped(url.hash) === undefined)
    return undefined;
  const link = withToken(escapedPath(['rooms', name]), url, 'token');
  return link && link + url.hash;
};

export const demoRoomLink: Normal = ({ pathname }) => /^\/room\/[\w-]+(?=\/?$)/.exec(pathname)?.[0];
