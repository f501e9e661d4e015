/** A bot's life for real: how soon it joins, records, tells and ends. */
import { setTimeout as delay } from 'node:timers/promises';
import { openMeeting } from '../../capture/meeting.ts';
import { meetingOf } from '../../capture/people.ts';
import type { Row } from '../../row.ts';

const recordedMs = 20_000;

interface Life {
  readonly joined_s: number;
  readonly first_line_s: number;
  readonly ended_s: number;
  readonly begins_after_s: number;
  readonly ends_before_s: number;
}

const live = async (): Promise<Life> => {
  await using meeting = await openMeeting(meetingOf(2));
  const { client, meeting_url, reach } = meeting;
  const createdAt = Date.now();
  const { id } = await client.createBot({
    body: {
      meeting_url,
      bot_name: 'Bench',
      recording_settings: { resolution: '720p' },
    },
  });
  const path = { object_id: id };
  await reach(id, 'joined_recording');
  const joinedAt = Date.now();
  while ((await client.getTranscript({ path })).length === 0) await delay(50);
  const firstLineAt = Date.now();

  await delay(recordedMs);
  const leftAt = Date.now();
  await client.leaveBot({ path });
  await reach(id, 'ended');
  const endedAt = Date.now();
  const { events } = await client.getBot({ path });
  const at = (type: string) => Date.parse(events.find((event) => event.type === type)?.created_at ?? '');
  const { start_timestamp_ms, duration_ms } = await client.getRecording({ path });
  return {
    joined_s: (joinedAt - createdAt) / 1000,
    first_line_s: (firstLineAt - createdAt) / 1000,
    ended_s: (endedAt - leftAt) / 1000,
    begins_after_s: (start_timestamp_ms - at('joined_meeting')) / 1000,
    ends_before_s: (at('left_meeting') - start_timestamp_ms - duration_ms) / 1000,
  };
};

let life: Promise<Life> | undefined;
const fact = (tell: (life: Life) => string) => async () => {
  life ??= live();
  return tell(await life);
};

export const lifeRows: readonly Row[] = [
  {
    number: 'join',
    title: 'POST /bots → joined_recording, s',
    target: '',
    measure: fact(({ joined_s }) => joined_s.toFixed(1)),
  },
  {
    number: 'line',
    title: 'POST /bots → first line of transcript, s',
    target: '',
    measure: fact(({ first_line_s }) => first_line_s.toFixed(1)),
  },
  {
    number: 'frame',
    title: 'joined_meeting → first frame, last frame → left_meeting, s',
    target: '≤ 0.2',
    measure: fact(({ begins_after_s, ends_before_s }) => `${begins_after_s.toFixed(2)}, ${ends_before_s.toFixed(2)}`),
  },
  {
    number: 'end',
    title: 'leave → ended after 20 s of recording, s',
    target: '',
    measure: fact(({ ended_s }) => ended_s.toFixed(1)),
  },
];
