import { describe, expect, it } from 'vitest';
import { faultOfPlace, type Places, placesOf } from '../../../../dashboard/bots/send/places.ts';

const meeting_hosts = { jitsi: [], galene: [], livekit: [], demo_room: [] };
const usual: Places = { meeting_hosts, platforms_off: [] };
const withoutTeams: Places = { meeting_hosts, platforms_off: ['teams'] };
const [ofMeet, ofTeams] = [
  'https://meet.google.com/abc-defg-hij',
  'https://teams.microsoft.com/meet/2461873920411?p=A',
];

describe('meetings that bots join', () => {
  it('are on platforms whose hosts everybody knows, and on those that the operator lists', () => {
    const hosts = { ...meeting_hosts, jitsi: ['meet.example.com'], demo_room: ['127.0.0.1:8080'] };
    expect(placesOf(usual)).toBe('Google Meet, Zoom or Teams');
    expect(placesOf({ ...usual, meeting_hosts: hosts })).toBe('Google Meet, Zoom, Teams, Jitsi Meet or the demo room');
  });

  it('are on none that the operator has switched off', () => {
    expect(placesOf(withoutTeams)).toBe('Google Meet or Zoom');
  });
});

describe('a link', () => {
  it('leads to a meeting, or is said to be none, in the words of the API', () => {
    expect([faultOfPlace(ofMeet, usual), faultOfPlace(` ${ofTeams} `, usual)]).toEqual([undefined, undefined]);
    expect(faultOfPlace('meet.google.com/abc-defg-hij', usual)).toBe(
      'This is not a link to a meeting: it must begin with https://.',
    );
  });

  it('is refused before it is sent where its platform is switched off, which is named to nobody', () => {
    expect(faultOfPlace(ofTeams, withoutTeams)).toContain('is of teams, which the operator has switched off');
    expect(faultOfPlace('hello', withoutTeams)).toContain('of Google Meet or Zoom');
    expect(faultOfPlace('hello', withoutTeams)).not.toContain('Teams');
  });
});
