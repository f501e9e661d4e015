/** Which meeting an event is about: the first link in it that a bot can join, else the first of a platform that is switched off. */
import { isOperated } from '../domain/meeting/known-platforms.ts';
import { type MeetingLink, type MeetingPlaces, recogniseMeetingLink } from '../domain/meeting/meeting-url.ts';
import { unwrapped } from './wrapped-link.ts';

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

/** What ends a link: blanks, what no link holds unescaped, and the marks of sentences in scripts that put no blank before them. */
const ends = String.raw`\s<>"'\`\\^{|}。、，；：！？…（）［］「」『』【】〔〕《》〈〉«»‹›“”„`;
// With its protocol, or, as people write it, with the name of a host alone.
const links = new RegExp(
  String.raw`https?:\/\/[^${ends}]+|(?<![\w@./:-])(?:[a-z0-9-]+\.)+[a-z]{2,24}\/[^${ends}]+`,
  'gi',
);

const signsOfSentences = '.,;:!?*_]';

/** A link as it was written into a sentence, without the sentence's own signs. Strangers may write any number of them. */
const trimmed = (link: string): string => {
  const signs = link.includes('(') ? signsOfSentences : `${signsOfSentences})`;
  let end = link.length;
  while (end > 0 && signs.includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
};

const withProtocol = (link: string): string => (/^https?:/i.test(link) ? link : `https://${link}`);

/** What may be a link in a text, as it stands there. */
const foundIn = (text: string): string[] => [...text.matchAll(links)].map(([found]) => found);

const meetingAt = (found: string, { hosts, platforms_off }: MeetingPlaces): MeetingLink | undefined =>
  recogniseMeetingLink(unwrapped(withProtocol(trimmed(found))), hosts, platforms_off);

/**
 * The meetings that may be meant by a link. Where languages put no blanks, words follow it at once: it is cut there if it
 * is none as a whole, but for rooms to which people give names, in any script.
 */
const meetingsAt = (found: string, places: MeetingPlaces): MeetingLink[] => {
  const whole = meetingAt(found, places);
  if (whole) return [whole];
  const cut = found.replace(/[^\x20-\x7e]+/g, ' ');
  if (cut === found) return [];
  return foundIn(cut)
    .flatMap((part) => meetingAt(part, places) ?? [])
    .filter(({ platform }) => !isOperated(platform));
};

/** The first link to a meeting in the first text that has one; of a platform that is switched off only where there is no other. */
export const linkIn = (
  texts: readonly (string | null | undefined)[],
  places: MeetingPlaces,
): MeetingLink | undefined => {
  let off: MeetingLink | undefined;
  for (const text of texts) {
    for (const found of text ? foundIn(shown(text.slice(0, mostLookedAt))) : []) {
      for (const meeting of meetingsAt(found, places)) {
        if (!places.platforms_off.includes(meeting.platform)) return meeting;
        off ??= meeting;
      }
    }
  }
  return off;
};
