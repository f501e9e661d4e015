/** Which meeting an event is about: the first link in it that a bot can join, else the first of a platform that is switched off. */
import { type MeetingLink, type MeetingPlaces, recogniseMeetingLink } from '../domain/meeting/meeting-url.ts';

/** So much of each text is looked at. */
const mostLookedAt = 64 * 1024;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ');

/** Text as it is shown: what HTML writes as entities is what it stands for. */
const shown = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi, (_, hex, decimal, name) => {
    if (hex) return characterOf(Number.parseInt(hex, 16));
    return decimal ? characterOf(Number(decimal)) : (entities[String(name).toLowerCase()] ?? ' ');
  });

// With its protocol, or, as people write it, with the name of a host alone.
const links = /https?:\/\/[^\s<>"'`\\^{|}]+|(?<![\w@./:-])(?:[a-z0-9-]+\.)+[a-z]{2,24}\/[^\s<>"'`\\^{|}]+/gi;

/** A link as it was written into a sentence, without the sentence's own signs. */
const trimmed = (link: string): string => {
  const bare = link.replace(/[.,;:!?*_\]]+$/, '');
  return bare.endsWith(')') && !bare.includes('(') ? trimmed(bare.slice(0, -1)) : bare;
};

/** Where a link really leads that a mail server, or Google, has put an address of its own before. */
const unwrapped = (link: string): string => {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (!url) return link;
  const isSafelink = url.hostname.endsWith('.safelinks.protection.outlook.com');
  const isGoogle = /^(?:www\.)?google\.com$/.test(url.hostname) && url.pathname === '/url';
  const inner = isSafelink
    ? url.searchParams.get('url')
    : isGoogle
      ? (url.searchParams.get('q') ?? url.searchParams.get('url'))
      : null;
  return inner ?? link;
};

const linksIn = (text: string): string[] =>
  [...shown(text.slice(0, mostLookedAt)).matchAll(links)].map(([found]) => {
    const link = trimmed(found);
    return unwrapped(/^https?:/i.test(link) ? link : `https://${link}`);
  });

/** The first link to a meeting in the first text that has one; of a platform that is switched off only where there is no other. */
export const linkIn = (
  texts: readonly (string | null | undefined)[],
  places: MeetingPlaces,
): MeetingLink | undefined => {
  const { hosts, platforms_off } = places;
  let off: MeetingLink | undefined;
  for (const text of texts) {
    for (const link of text ? linksIn(text) : []) {
      const meeting = recogniseMeetingLink(link, hosts, platforms_off);
      if (meeting && !platforms_off.includes(meeting.platform)) return meeting;
      off ??= meeting;
    }
  }
  return off;
};
