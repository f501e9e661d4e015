import { describe, expect, it } from 'vitest';
import { linkIn } from '../../lib/calendars/event-link.ts';
import { operatedPlaces } from '../lab/worlds/calendars/calendar-platforms.ts';

const meet = 'https://meet.google.com/abc-defg-hij';
const zoom = 'https://example.zoom.us/j/1234567890?pwd=a1b2C3';
const teams = 'https://teams.microsoft.com/meet/1234567890123?p=AbCdEf';
const room = 'https://meet.example.com/room/daily';
const found = (...texts: (string | null | undefined)[]) => linkIn(texts, operatedPlaces)?.url;

const wrapped = (link: string): string =>
  `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=05%7C01&reserved=0`;
const redirected = (link: string): string => `https://www.google.com/url?q=${encodeURIComponent(link)}&sa=D&ust=1`;

/** As Proofpoint does it, in its third and its second form. */
const starred = (link: string): string => {
  const hidden = /[%+]/g;
  const signs = Buffer.from([...link.matchAll(hidden)].join('')).toString('base64url');
  return `https://urldefense.com/v3/__${link.replace(hidden, '*')}__;${signs}!!AbC1dE!f-G_h$`;
};
const minused = (link: string): string => {
  const escaped = encodeURIComponent(link).replaceAll('-', '%2D').replaceAll('_', '%5F');
  return `https://urldefense.proofpoint.com/v2/url?u=${escaped.replaceAll('%2F', '_').replaceAll('%', '-')}&d=DwMF&c=a`;
};

/** How people and programs write a link into a text. */
const written: readonly ((link: string) => string)[] = [
  (link) => link,
  (link) => ` ${link}\n`,
  (link) => `Join: ${link}.`,
  (link) => `(${link})`,
  (link) => `Agenda, then ${link}, then lunch`,
  (link) => `<${link}>`,
  (link) => `<a href="${link.replaceAll('&', '&amp;')}">Join</a>`,
  (link) => `<p>&nbsp;Join&nbsp;${link}</p>`,
  (link) => `&lt;${link}&gt;`,
  (link) => `&#60;${link}&#x3e;`,
  (link) => `<a href='${wrapped(link)}'>Join</a>`,
  (link) => `<a href="${wrapped(link).replaceAll('&', '&amp;')}">Join</a>`,
  (link) => redirected(link),
  (link) => redirected(wrapped(link)),
  (link) => wrapped(link).replace('outlook.com', 'office365.us'),
  (link) => starred(link),
  (link) => `<a href="${redirected(starred(link))}">Join</a>`,
  (link) => starred(link).replace('__https://', '__https:/'),
  (link) => minused(link),
  (link) => `会議URL：${link}（パスコード：1234）`,
  (link) => `${link}。よろしく`,
  (link) => `议程：https://example.com/doc，${link}，会议号`,
  (link) => `“${link}”`,
  (link) => `„${link}“, «${link}»`,
  (link) => `${link}…`,
  (link) => `Agenda: https://example.com/doc and ${link}`,
  (link) => `Mail ada@example.com, dial +49 30 123456, or ${link}!`,
  (link) => link.replace('https://', ''),
];

describe('the link of an event', () => {
  const cases = [meet, zoom, teams, room].flatMap((link) =>
    written.map((write) => [write(link), linkIn([link], operatedPlaces)?.url] as const),
  );

  it('is recognised at all', () => expect(new Set(cases.map(([, url]) => url)).size).toBe(4));

  it.each(cases)('in %j is found', (text, url) => expect(found(text)).toBe(url));

  it.each([
    [`リンク${meet}です`, meet],
    ['会议meet.google.com/abc-defg-hij很好', meet],
    [`資料https://example.com/docと${zoom}です`, zoom],
  ])('in %j ends where words follow it', (text, url) => expect(found(text)).toBe(found(url)));

  it('is not cut where people give rooms their names, which may be of any script', () => {
    const hosts = { jitsi: ['jitsi.example.com'], livekit: ['livekit.example.com'] };
    const inRooms = (text: string) => linkIn([text], { hosts, platforms_off: [] })?.url;
    expect(inRooms('参加https://jitsi.example.com/会議です。')).toBe(encodeURI('https://jitsi.example.com/会議です'));
    expect(inRooms(`https://livekit.example.com/rooms/daily${'会'.repeat(300)}`)).toBeUndefined();
  });

  it('is found behind runs of signs that Proofpoint has hidden', () => {
    const teamsOfOld =
      'https://teams.microsoft.com/l/meetup-join/19%3ameeting_ZTY%40thread.v2/0?context=%7b%22Tid%22%3a%22f%22%2c%22Oid%22%3a%22a%22%7d';
    expect(found(starred(teamsOfOld))).toBe(found(teamsOfOld));
    const run = 'https://urldefense.com/v3/__https://meet.example.com/room/a**Ab__;JSU!!AbC1dE!f$';
    expect(found(run)).toBe(found('https://meet.example.com/room/a%%b'));
  });

  it('is the first that is not of a platform that is switched off, and such a one where there is no other', () => {
    const off = (...texts: string[]) => linkIn(texts, { ...operatedPlaces, platforms_off: ['zoom', 'teams'] });
    expect(off(`${zoom} or ${teams}`, meet)).toEqual({ platform: 'google_meet', url: meet });
    expect(off(`${zoom} or ${teams}`)).toEqual({ platform: 'zoom', url: found(zoom) });
  });

  it('is the first one of the first text that has any', () => {
    expect(found(null, undefined, '', 'see https://example.com', `${zoom} or ${meet}`, room)).toBe(found(zoom));
  });

  it.each([
    'https://meet.google.com.example.com/abc-defg-hij',
    'https://example.com/meet.google.com/abc-defg-hij',
    'https://example.com/?next=https://meet.google.com/abc-defg-hij',
    'https://meet.google.com@example.com/abc-defg-hij',
    'https://xn--meet-google-com.example/abc-defg-hij',
    'https://notzoom.us/j/1234567890',
    'https://zoom.us.example.com/j/1234567890',
    'https://example.safelinks.protection.outlook.com.example.com/?url=https%3A%2F%2Fmeet.google.com%2Fabc-defg-hij',
    'ada@meet.google.com/abc-defg-hij',
    'https://meet.google.com/',
    'meet.google.com',
    'javascript:alert(1)',
    'https://www.google.com/maps/place/Berlin',
    'https://teams.microsoft.com/l/channel/19%3aabc',
    'Room 3, second floor',
  ])('is not found in %s', (text) => expect(found(text)).toBeUndefined());

  it('is looked for at the beginning of a text only, at a cost that does not grow with it', () => {
    expect(found(`${'x'.repeat(70_000)} ${meet}`)).toBeUndefined();
    expect(found(`${'a.'.repeat(40_000)}`)).toBeUndefined();
    expect(found(`${'https://'.repeat(10_000)}`)).toBeUndefined();
  });

  // As often as a daily series has occurrences, each with the text of the invitation.
  it.each([
    ['beginnings of wraps', `https://urldefense.com${'/v3/__'.repeat(10_000)}`],
    ['hidden signs', `https://urldefense.com/v3/__${'*'.repeat(30_000)}__;${'A'.repeat(30_000)}`],
    ['signs of sentences', `https://example.com/${'.'.repeat(60_000)}x`],
    ['brackets', `https://example.com/${')'.repeat(60_000)}`],
    ['signs and brackets in turn', `https://example.com/${').'.repeat(30_000)}`],
  ])('is looked for at a cost that grows no faster than the text, also in one of many %s', (_, text) => {
    expect(found(...Array.from({ length: 300 }, () => text), meet)).toBe(meet);
  });
});
