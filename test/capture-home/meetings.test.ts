/** Promise 42 of platform-checks.md: a link of a platform that is switched off starts no browser. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BrowserMeetings } from '../../lib/capture/browser/browser-meeting.ts';
import { PlatformNotSupportedError } from '../../lib/capture/meeting/errors.ts';
import type { Meeting, MeetingRequest } from '../../lib/capture/meeting/meeting.ts';
import { jitsi } from '../../lib/capture/platforms/jitsi/index.ts';
import { listedMeetings } from '../../lib/capture-home/listed-meetings.ts';
import { openMeetings } from '../../lib/capture-home/meetings.ts';
import type { Platform } from '../../lib/domain/meeting/known-platforms.ts';
import { recogniseMeetingLink } from '../../lib/domain/meeting/meeting-url.ts';
import { aView } from '../lab/builders/meeting-views.ts';
import { aScriptedMeeting } from '../lab/doubles/scripted-meeting.ts';

const opening = vi.hoisted(() => ({ by: [] as unknown[], isListed: (_: URL): boolean => false }));
vi.mock('../../lib/capture/browser/browser-meeting.ts', () => ({
  browserMeetings: ({ platform, isListed }: BrowserMeetings) => {
    opening.by.push(platform);
    if (isListed) opening.isListed = isListed;
    return { open: async () => meeting };
  },
}));

const requestOf = (platform: Platform, meeting_url: string): MeetingRequest => ({
  ...{ platform, meeting_url, size: { width: 1280, height: 720 }, log: () => undefined },
});
const meeting: Meeting = aScriptedMeeting({ shows: () => aView({ phase: 'pre_join' }) });

describe('a bot on its way to a meeting', () => {
  const opened: string[] = [];
  beforeEach(() => {
    opened.length = 0;
    opening.by.length = 0;
  });
  const opener = {
    async open({ meeting_url }: MeetingRequest) {
      opened.push(meeting_url);
      return meeting;
    },
  };

  it.each([
    ['jitsi', 'https://meet.example.com/standup'],
    ['galene', 'https://galene.example.com:8443/group/standup/'],
    ['livekit', 'https://rooms.example.com/rooms/standup'],
    ['demo_room', 'http://127.0.0.1:3000/room/standup'],
  ] as const)(
    'of %s comes in while the operator lists its host, and no browser starts where not',
    async (platform, url) => {
      const { host } = new URL(url);
      const operated = { [platform]: [host] };
      expect(recogniseMeetingLink(url, operated)?.platform).toBe(platform);
      expect(await listedMeetings(opener, { hosts: operated, platforms_off: [] }).open(requestOf(platform, url))).toBe(
        meeting,
      );
      const elsewhere = { hosts: { [platform]: ['other.example.com'] }, platforms_off: [] };
      const refused = listedMeetings(opener, elsewhere).open(requestOf(platform, url));
      await expect(refused).rejects.toEqual(
        new PlatformNotSupportedError(`the operator does not list ${host} among the hosts of meetings any more`),
      );
      expect(opened).toEqual([url]);
    },
  );

  it('of a platform that was switched off meanwhile starts no browser', async () => {
    const request = requestOf('zoom', 'https://zoom.us/j/1234567890');
    expect(await listedMeetings(opener, { hosts: {}, platforms_off: ['teams'] }).open(request)).toBe(meeting);
    await expect(listedMeetings(opener, { hosts: {}, platforms_off: ['teams', 'zoom'] }).open(request)).rejects.toEqual(
      new PlatformNotSupportedError('the operator has switched off zoom meanwhile'),
    );
    expect(opened).toHaveLength(1);
  });

  it('of a big platform needs no operator to list its host', async () => {
    const url = 'https://meet.google.com/abc-defg-hij';
    expect(await listedMeetings(opener, { hosts: {}, platforms_off: [] }).open(requestOf('google_meet', url))).toBe(
      meeting,
    );
  });

  it('of Jitsi is joined as one of Jitsi, also where its tenant is called as the folder of another platform', async () => {
    const url = 'https://meet.example.com/room/standup';
    const host = 'meet.example.com';
    const link = recogniseMeetingLink(url, { jitsi: [host], demo_room: ['localhost:4000'] });
    if (link) await openMeetings().open(requestOf(link.platform, link.url));
    expect([link, opening.by]).toEqual([{ platform: 'jitsi', url }, [jitsi]]);
  });

  it('of Jitsi may be led on to the hosts that the operator lists for Jitsi, and for no other platform', async () => {
    const hosts = { jitsi: ['meet.internal', 'talk.internal:8443'], galene: ['galene.internal'] };
    await openMeetings({ hosts }).open(requestOf('jitsi', 'https://meet.internal/standup'));
    const listed = ['meet.internal', 'talk.internal:8443', 'talk.internal', 'galene.internal', 'docs.internal'].filter(
      (host) => opening.isListed(new URL(`https://${host}/standup`)),
    );
    expect(listed).toEqual(['meet.internal', 'talk.internal:8443']);
  });
});
