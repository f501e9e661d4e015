import { expect, it } from 'vitest';
import { createAnswers } from '../../../../../lib/capture/platforms/google-meet/page/answers.ts';

const service = 'https://meet.google.com/$rpc/google.rtc.meetings.v1';

it('tells with what status the service has answered last which meeting a code is of', () => {
  const answers = createAnswers();
  expect(answers.facts).toEqual([]);
  const hear = answers.listenerFor({ url: `${service}.MeetingSpaceService/ResolveMeetingSpace` });
  hear?.({ status: 404 });
  expect(answers.facts).toEqual([{ kind: 'meet.resolved', status: 404 }]);
  hear?.({ status: 200 });
  expect(answers.facts).toEqual([{ kind: 'meet.resolved', status: 200 }]);
});

it('listens to no other answer', () => {
  const { listenerFor } = createAnswers();
  for (const path of ['MeetingDeviceService/CreateMeetingDevice', 'MeetingSpaceService/SyncMeetingSpaceCollections'])
    expect(listenerFor({ url: `${service}.${path}` })).toBeUndefined();
});
