import { describe, expect, it } from 'vitest';
import { canonicalLinkOf } from '../../../lib/domain/meeting/canonical-link.ts';
import type { Platform } from '../../../lib/domain/meeting/known-platforms.ts';
import { recogniseMeetingLink } from '../../../lib/domain/meeting/meeting-url.ts';
import { goodLinks, operated } from './meeting-link-corpus.ts';

const canonicalOf = (platform: Platform, given: string): string => {
  const link = recogniseMeetingLink(given, operated);
  if (link?.platform !== platform) throw new Error(`${given} is no link of ${platform}`);
  return canonicalLinkOf(platform, link.url);
};

const thread = '19%3ameeting_NjFhZGJjMmYt%40thread.v2';
const context = (tenant: string): string => `?context=${encodeURIComponent(JSON.stringify({ Tid: tenant }))}`;
const channel = 'https://teams.microsoft.com/l/meetup-join/19%3a0123abcd%40thread.tacv2';
const held = encodeURIComponent(`/_#/l/meetup-join/${thread}/0${context('a')}`);
const room = 'https://livekit.example.com/rooms';
/** As LiveKit's servers sign them. */
const opens = (name: unknown, identity = 'bot'): string =>
  ['{"alg":"HS256"}', JSON.stringify({ sub: identity, video: { room: name } }), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

/** Of each platform: the canonical link of a meeting, and links that lead to it. */
const meetings: readonly [Platform, string, ...string[]][] = [
  [
    'google_meet',
    'https://meet.google.com/abc-defg-hij',
    'https://meet.google.com/ABC-defg-hij?authuser=1&hs=122',
    'http://meet.google.com/abc-defg-hij?pli=1',
  ],
  ['google_meet', 'https://meet.google.com/abc-defg-hik', 'https://meet.google.com/abc-defg-hik'],
  [
    'zoom',
    'https://zoom.us/j/1234567890',
    'https://zoom.us/j/1234567890',
    'https://us02web.zoom.us/j/1234567890?pwd=one',
    'https://acme.zoom.us/j/123-456-7890?pwd=another',
    'https://zoom.us/w/1234567890?tk=token-of-who-registered&pwd=one',
    'https://zoom.us/s/1234567890?zak=z',
    'https://app.zoom.us/wc/1234567890/join?pwd=one',
    'https://app.zoom.us/wc/join/1234567890',
  ],
  ['zoom', 'https://zoom.us/j/12345678901', 'https://zoom.us/j/12345678901?pwd=one'],
  ['zoom', 'https://zoom.us/my/maya.b', 'https://zoom.us/my/maya.b', 'https://acme.zoom.us/my/maya.b?pwd=one'],
  ['zoom', 'https://zoom.us/my/1234567890', 'https://zoom.us/my/1234567890'],
  [
    'teams',
    `https://teams.microsoft.com/l/meetup-join/${thread}/0`,
    `https://teams.microsoft.com/l/meetup-join/${thread}/0${context('a')}`,
    `https://teams.microsoft.com/l/meetup-join/${thread}/0${context('b')}#token=eyJ0eXAi.eyJ_aud-.Zx~9`,
    `https://teams.microsoft.com/l/meetup-join/${thread}`,
    `https://teams.cloud.microsoft/l/meetup-join/${decodeURIComponent(thread)}/0`,
    `https://teams.live.com/dl/launcher/launcher.html?url=${held}&type=meetup-join`,
  ],
  ['teams', `${channel}/1616990032035`, `${channel}/1616990032035${context('a')}`],
  ['teams', `${channel}/1616990032036`, `${channel}/1616990032036${context('a')}`],
  [
    'teams',
    'https://teams.microsoft.com/meet/2345678901234',
    'https://teams.microsoft.com/meet/2345678901234?p=one',
    'https://teams.cloud.microsoft/meet/2345678901234?p=another#token=eyJ0eXAi',
  ],
  ['teams', 'https://teams.live.com/meet/2345678901234', 'https://teams.live.com/meet/2345678901234?p=one'],
  [
    'jitsi',
    'https://meet.example.com/acme/standup',
    'https://meet.example.com/acme/standup',
    'https://meet.example.com/Acme/StandUp?jwt=a.b.c&password=open',
    'https://meet.example.com/acme/standup#config.prejoinConfig.enabled=false&jwt=%22d.e.f%22',
    'https://meet.example.com/acme/ｓｔａｎｄｕｐ',
  ],
  ['jitsi', 'https://meet.example.com/standup', 'https://meet.example.com/Standup?jwt=a.b.c'],
  ['jitsi', 'https://meet.example.com/t%C3%A4glich', 'https://meet.example.com/T%C3%84GLICH'],
  ['jitsi', 'https://jitsi.example.com:8443/standup', 'https://jitsi.example.com:8443/Standup?jwt=a.b.c'],
  [
    'galene',
    'https://galene.example.org:8443/group/team/daily',
    'https://galene.example.org:8443/group/team/daily/?token=one',
    'https://galene.example.org:8443/group/team/daily?token=another&password=open',
  ],
  ['galene', 'https://galene.example.com/group/team/daily', 'https://galene.example.com/group/team/daily?token=one'],
  ['galene', 'https://galene.example.com/group/Team/daily', 'https://galene.example.com/group/Team/daily?token=one'],
  [
    'livekit',
    `${room}/standup`,
    `${room}/standup`,
    `${room}/standup?token=no-token-of-json#passphrase`,
    `${room}/standup?token=${opens('standup', 'one')}`,
    // What a page is called says nothing where its token opens another room.
    `${room}/join?token=${opens('standup', 'another')}#another-passphrase`,
    ...['', 7, '\ud800'].map((name) => `${room}/standup?token=${opens(name)}`),
  ],
  ['livekit', `${room}/retro`, `${room}/join?token=${opens('retro')}`, `${room}/standup?token=${opens('retro')}`],
  ['livekit', `${room}/Standup`, `${room}/Standup`],
  ['livekit', `${room}/a%2Fb%3F`, `${room}/join?token=${opens('a/b?')}`],
  [
    'livekit',
    'http://livekit.example.org:3000/rooms/standup',
    `http://livekit.example.org:3000/rooms/join?token=${opens('standup')}`,
  ],
  ['demo_room', 'http://localhost:4000/room/daily', 'http://localhost:4000/room/daily?host=1'],
  ['demo_room', 'http://127.0.0.1:4000/room/daily', 'http://127.0.0.1:4000/room/daily'],
];

describe('the canonical link of a meeting', () => {
  it.each(meetings.map(([platform, canonical, ...links]) => ({ platform, canonical, links })))(
    'of $platform is $canonical, by whichever link somebody came',
    ({ platform, canonical, links }) => {
      expect(links.map((link) => canonicalOf(platform, link))).toEqual(links.map(() => canonical));
    },
  );

  it('is of one meeting alone', () => {
    const all = meetings.map(([platform, canonical]) => `${platform} ${canonical}`);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(goodLinks.map(([platform, given]) => ({ platform, given })))(
    'of $platform holds nothing that lets somebody in, and is its own: $given',
    ({ platform, given }) => {
      const canonical = canonicalOf(platform, given);
      expect(canonical).not.toMatch(/[?#]/);
      expect(canonicalLinkOf(platform, canonical)).toBe(canonical);
    },
  );

  it('is the text itself where that is no link, as of what joins no meeting', () => {
    expect(canonicalLinkOf('zoom', '')).toBe('');
  });
});
