import { describe, expect, it } from 'vitest';
import { operatedPlatforms, type Platform } from '../../../lib/domain/meeting/known-platforms.ts';
import { faultOfLink } from '../../../lib/domain/meeting/link-fault.ts';
import { badLinks, operated } from './meeting-link-corpus.ts';

const meet = 'https://meet.google.com/abc-defg-hij';
const wrapped = encodeURIComponent(`${meet}?x=1`);

const said: readonly (readonly [says: RegExp, links: readonly string[]])[] = [
  [
    /^must begin with https:/,
    ['meet.google.com/abc-defg-hij', 'acme.zoom.us/j/1234567890?pwd=x', 'meet.example.com/Standup'],
  ],
  [/^must begin with http:\/\/ or/, ['127.0.0.1:4000/room/coffee-corner', 'demo.example.net/room/x']],
  [
    /^must be the link alone/,
    [
      `${meet}.`,
      `${meet},`,
      `<${meet}>`,
      `(${meet})`,
      `Join: ${meet}`,
      `${meet} and more`,
      `${meet}\u200b`,
      `[Join](${meet})`,
      'Join https://teams.microsoft.com/meet/2345678901234?p=Secret\nPhone: 123',
    ],
  ],
  [/^must have no blanks/, ['https://zoom.us/j/123 4567 8901', `https://meet.google.com/abc defg hij`]],
  [
    /^holds another link/,
    [
      `https://www.google.com/url?q=${meet}&sa=D`,
      `https://eur01.safelinks.protection.outlook.com/?url=${wrapped}&data=05`,
      `https://urldefense.com/v3/__${meet}__;!!abc`,
    ],
  ],
  [
    /^opens an app/,
    ['zoommtg://zoom.us/join?confno=1234567890', 'msteams:/l/meetup-join/19%3ameeting_x%40thread.v2/0'],
  ],
  [
    /cloud for governments/,
    [
      'https://acme.zoomgov.com/j/1234567890',
      'https://teams.microsoft.us/meet/2345678901234',
      'https://gov.teams.microsoft.us/l/meetup-join/x',
      'https://dod.teams.microsoft.us/l/meetup-join/x',
    ],
  ],
  [
    /people register/,
    [
      'https://zoom.us/meeting/register/tJ0abc',
      'https://acme.zoom.us/webinar/register/WN_x',
      'https://events.zoom.us/e',
    ],
  ],
  [/host of Zoom/, ['https://zoom.us/j/12345', 'https://zoom.us/', 'https://acme.zoom.us/u/abc']],
  [
    /host of Teams/,
    ['https://teams.microsoft.com/l/channel/19%3aabc%40thread.tacv2/General', 'https://teams.live.com/'],
  ],
  [/only its organisation can look up/, ['https://meet.google.com/lookup/abcdef']],
  [/host of Google Meet/, ['https://meet.google.com/new', 'https://meet.google.com/abcdefghij']],
  [/listed, but.*\/room or \/tenant\/room$/, ['https://meet.example.com/', 'https://meet.example.com/a/b/c']],
  [/listed, but.*\/group\/name$/, ['https://galene.example.com/daily']],
  [/listed, but.*\/rooms\/name$/, ['https://livekit.example.com/custom/?token=t']],
  [
    /on a host that the operator has listed$/,
    ['https://example.com/x', 'https://meet.jit.si/Standup', 'daily', '123 4567 8901', 'https://whereby.com/x'],
  ],
];
const cases = said.flatMap(([says, links]) => links.map((link) => ({ says, link })));

describe('what is told of a text that is no meeting link', () => {
  it.each(cases)('is what to change: $link', ({ says, link }) => {
    expect(faultOfLink(link, operated)).toMatch(says);
  });
  it('offers no platform that is switched off', () => {
    const told = (off: readonly Platform[]) => faultOfLink('daily', {}, off);
    expect(told(['zoom', 'galene'])).toMatch(
      /^must be a link to a meeting of Google Meet or Teams, or of Jitsi Meet, LiveKit or the demo room on a host/,
    );
    expect(told(['google_meet', 'zoom', 'teams'])).toMatch(/^must be a link to a meeting of Jitsi Meet, /);
    expect(told(operatedPlatforms)).toBe('must be a link to a meeting of Google Meet, Zoom or Teams');
  });
  it.each(badLinks)('is one sentence, whatever it is: %j', (link) => {
    expect(faultOfLink(link, operated)).toMatch(/^(?:must|is|holds|opens) [^\n]+[^.]$/);
  });
});
