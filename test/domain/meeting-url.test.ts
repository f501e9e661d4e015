import { describe, expect, it } from 'vitest';
import { type OperatedHosts, type Platform, recogniseMeetingLink } from '../../lib/domain/meeting-url.ts';

const operated: OperatedHosts = {
  jitsi: ['meet.example.com'],
  galene: ['galene.example.org:8443'],
  demo_room: ['localhost:4000', 'demo.example.net'],
};

const teamsPath = '/l/meetup-join/19%3ameeting_NjFhZGJjMmYt%40thread.v2/0';
const teamsContext = 'context=%7b%22Tid%22%3a%2272f988bf%22%2c%22Oid%22%3a%22550fae72%22%7d';

const good: [Platform, string, string][] = [
  ['google_meet', 'https://meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij'],
  ['google_meet', '  https://meet.google.com/abc-defg-hij \n', 'https://meet.google.com/abc-defg-hij'],
  ['google_meet', 'http://meet.google.com/abc-defg-hij', 'https://meet.google.com/abc-defg-hij'],
  ['google_meet', 'https://meet.google.com/abc-defg-hij?authuser=0&pli=1#x', 'https://meet.google.com/abc-defg-hij'],
  ['google_meet', 'https://MEET.google.com:443/abc-defg-hij/', 'https://meet.google.com/abc-defg-hij/'],
  ['zoom', 'https://zoom.us/j/123456789', 'https://zoom.us/j/123456789'],
  ['zoom', 'https://us02web.zoom.us/j/12345678901?pwd=AbC1.1', 'https://us02web.zoom.us/j/12345678901?pwd=AbC1.1'],
  ['zoom', 'https://acme.zoom.us/j/1234567890?uname=x&pwd=p&utm_source=m', 'https://acme.zoom.us/j/1234567890?pwd=p'],
  ['zoom', 'https://zoom.us/j/1234567890?pwd=p#success', 'https://zoom.us/j/1234567890?pwd=p'],
  ['zoom', 'https://zoom.us/w/1234567890?tk=token', 'https://zoom.us/w/1234567890?tk=token'],
  ['zoom', 'https://zoom.us/s/1234567890', 'https://zoom.us/s/1234567890'],
  ['zoom', 'https://zoom.us/my/maya.b-1', 'https://zoom.us/my/maya.b-1'],
  ['zoom', 'https://zoom.us/wc/1234567890/join?pwd=p', 'https://zoom.us/wc/1234567890/join?pwd=p'],
  ['zoom', 'https://app.zoom.us/wc/join/1234567890', 'https://app.zoom.us/wc/join/1234567890'],
  [
    'teams',
    `https://teams.microsoft.com${teamsPath}?${teamsContext}`,
    `https://teams.microsoft.com${teamsPath}?${teamsContext}`,
  ],
  [
    'teams',
    'https://teams.microsoft.com/meet/2345678901234?p=Secret',
    'https://teams.microsoft.com/meet/2345678901234?p=Secret',
  ],
  [
    'teams',
    'https://teams.live.com/meet/9312345678901?p=Secret&x=1',
    'https://teams.live.com/meet/9312345678901?p=Secret',
  ],
  ['jitsi', 'https://meet.example.com/Standup', 'https://meet.example.com/Standup'],
  [
    'jitsi',
    'https://meet.example.com/acme/Standup?jwt=abc&lang=de#config.x=1',
    'https://meet.example.com/acme/Standup?jwt=abc',
  ],
  ['galene', 'https://galene.example.org:8443/group/team/daily', 'https://galene.example.org:8443/group/team/daily'],
  [
    'galene',
    'https://galene.example.org:8443/group/daily/?token=t&x=1',
    'https://galene.example.org:8443/group/daily/?token=t',
  ],
  ['demo_room', 'http://localhost:4000/room/daily', 'http://localhost:4000/room/daily'],
  ['demo_room', 'https://demo.example.net/room/my-team_1?host=1', 'https://demo.example.net/room/my-team_1'],
];

const bad = [
  '',
  'daily',
  'meet.google.com/abc-defg-hij',
  'ftp://meet.google.com/abc-defg-hij',
  'javascript:alert(1)',
  'https://meet.google.com/',
  'https://meet.google.com/new',
  'https://meet.google.com/abc-defg-hijk',
  'https://meet.google.com:8443/abc-defg-hij',
  'https://meet.google.com.example.net/abc-defg-hij',
  'https://maya:secret@meet.google.com/abc-defg-hij',
  'https://example.net/?u=https://meet.google.com/abc-defg-hij',
  'https://zoom.us/',
  'https://zoom.us/j/',
  'https://zoom.us/j/12345678',
  'https://zoom.us/j/123456789012',
  'https://zoom.us/pricing',
  'https://evilzoom.us/j/123456789',
  'https://zoom.us.example.net/j/123456789',
  'https://zoom.us@example.net/j/123456789',
  'https://teams.microsoft.com/',
  'https://teams.microsoft.com/l/channel/19%3a',
  'https://teams.live.com/meet/',
  'https://teams.example.net/meet/2345678901234',
  'https://meet.example.com/',
  'https://meet.example.com:8443/Standup',
  'https://meet.jit.si/Standup',
  'https://galene.example.org/group/daily',
  'https://galene.example.org:8443/daily',
  'http://localhost:4001/room/daily',
  'http://localhost:4000/',
  'http://localhost:4000/room/',
  'http://127.0.0.1:4000/room/daily',
];

describe('a meeting link', () => {
  it.each(good)('of %s is recognised, and normal: %s', (platform, given, url) => {
    expect(recogniseMeetingLink(given, operated)).toEqual({ platform, url });
  });
  it.each(good)('of %s is its own normal form when it is given back: %s', (platform, _, url) => {
    expect(recogniseMeetingLink(url, operated)).toEqual({ platform, url });
  });
  it.each(bad)('is none: %s', (given) => {
    expect(recogniseMeetingLink(given, operated)).toBeUndefined();
  });
  it('leads only to hosts that the operator lists, where anyone can have such a host', () => {
    const ours = good.filter(([platform]) => ['jitsi', 'galene', 'demo_room'].includes(platform));
    expect(ours.map(([, given]) => recogniseMeetingLink(given, {}))).toEqual(ours.map(() => undefined));
  });
});
