import { expect, it } from 'vitest';
import { streamMeetings } from '../../../lib/capture/streams/stream-meeting.ts';

it('a stream has captions in the language that was asked for when it was joined, and in no other', async () => {
  const key = { meeting_uuid: 'm', rtms_stream_id: 's', signature: '' };
  const meetings = streamMeetings({
    stream: () => ({ key, servers: [], hasTranscript: true, language: 'German', isOver: false }),
    open: () => {
      throw new Error('nobody joins here');
    },
  });
  const size = { width: 1280, height: 720 };
  await using meeting = await meetings.open({ meeting_url: '', platform: 'zoom', size, log: () => undefined });
  expect(await meeting.captionIn?.('German')).toBe(true);
  expect(await meeting.captionIn?.('French')).toBe(false);
});
