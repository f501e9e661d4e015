import { expect, it } from 'vitest';
import { meetingIn } from '../../../../lib/capture/browser/browser-meeting.ts';
import type { MeetingPage } from '../../../../lib/capture/browser/meeting-page.ts';
import { liveKit } from '../../../../lib/capture/platforms/livekit/index.ts';

it.each([
  ['https://meet.example.com/rooms/standup', undefined],
  ['https://meet.example.com/rooms/standup?token=eyJh.eyJz.c2ln', true],
])('a meeting of LiveKit takes one client at a time where its link says who comes: %s', (meeting_url, one_client) => {
  const meeting = meetingIn({} as MeetingPage, liveKit, { meeting_url });
  expect(meeting.capabilities.one_client).toBe(one_client);
});
