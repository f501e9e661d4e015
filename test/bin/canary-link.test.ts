import { describe, expect, it } from 'vitest';
import { meetingLinkOf } from '../../bin/canary/link.ts';

describe('the link that the canary is given', () => {
  it.each([
    ['https://meet.google.com/abc-defg-hij', undefined, 'google_meet'],
    [' https://acme.zoom.us/j/1234567890 ', 'zoom', 'zoom'],
    ['https://meet.example.com/Standup', 'jitsi', 'jitsi'],
    ['https://meet.example.com/rooms/standup', 'livekit', 'livekit'],
    ['http://127.0.0.1:3000/room/abc', undefined, 'demo_room'],
  ])('%s, of %s, leads to a meeting of %s', (link, platform, known) => {
    expect(meetingLinkOf(link, platform)).toMatchObject({ platform: known });
  });

  it.each([
    [
      'https://meet.google.com/abc-defg',
      undefined,
      /^the link is on the host of Google Meet, but is no invitation: one is like https:\/\/meet\.google\.com\/abc-defg-hij$/,
    ],
    ['meet.google.com/abc-defg-hij', undefined, /^the link must begin with https:\/\/$/],
    ['meet.google.com/abc-defg-hij', 'google_meet', /^the link must begin with https:\/\/$/],
    ['https://zoom.us/meeting/register/tJ0abc', undefined, /^the link is where people register/],
    ['zoommtg://zoom.us/join?confno=1234567890', undefined, /^the link opens an app/],
    ['', undefined, /^the link must be a link to a meeting of Google Meet/],
    [
      'https://meet.example.com/Standup',
      undefined,
      /^the link must be a link to a meeting of .*; on a host of your own, say whose it is: --platform jitsi, galene or livekit$/,
    ],
    ['https://meet.example.com/Standup', 'livekit', /^the link is on a host .*: there one ends in \/rooms\/name$/],
    ['https://meet.google.com/abc-defg-hij', 'zoom', /^the link is one of google_meet$/],
    ['https://meet.google.com/abc-defg-hij', 'skype', /^--platform is one of google_meet, /],
  ])('%j, of %s, is refused with what is wrong with it', (link, platform, says) => {
    expect(() => meetingLinkOf(link, platform)).toThrow(says);
  });
});
