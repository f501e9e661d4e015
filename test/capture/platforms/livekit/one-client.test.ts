import { expect, it } from 'vitest';
import { meetingIn } from '../../../../lib/capture/browser/browser-meeting.ts';
import type { MeetingPage } from '../../../../lib/capture/browser/meeting-page.ts';
import { createRecogniser } from '../../../../lib/capture/platforms/judging/recogniser.ts';
import { liveKit } from '../../../../lib/capture/platforms/livekit/index.ts';
import { signs as livekit } from '../../../../lib/capture/platforms/livekit/signs.ts';

it.each([
  ['https://meet.example.com/rooms/standup', undefined],
  ['https://meet.example.com/rooms/standup?token=eyJh.eyJz.c2ln', true],
])('a meeting of LiveKit takes one client at a time where its link says who comes: %s', (meeting_url, one_client) => {
  const meeting = meetingIn({} as MeetingPage, liveKit, { meeting_url });
  expect(meeting.capabilities.one_client).toBe(one_client);
});

it.each([
  ['DUPLICATE_IDENTITY', 'L08_name_taken', true],
  ['PARTICIPANT_REMOVED', 'L05_removed', undefined],
])(
  'a bot that is put out of one is told whether that is by who came in as it: %s',
  (reason, page_state, same_identity) => {
    const recogniser = createRecogniser(livekit, () => undefined);
    recogniser.loaded({});
    recogniser.pressedJoin();
    const { page } = recogniser.recognise({
      address: 'https://meet.example.com/rooms/standup',
      title: 'LiveKit',
      status: 200,
      texts: [],
      shown: ['L05.outside', 'L08.outside'],
      wire: [{ kind: 'livekit.connected' }, { kind: 'livekit.disconnected', reason }],
      is_whole: true,
    });
    expect([page?.page_state, page?.same_identity]).toEqual([page_state, same_identity]);
  },
);
