/** What it costs a recording when its worker is killed, or its page is lost (row 17). */
import { setTimeout as delay } from 'node:timers/promises';
import { loseThePage, waysToLose } from '../../test/lab/worlds/lost-page.ts';
import { openMeeting } from '../capture/meeting.ts';
import { meetingOf } from '../capture/people.ts';
import type { Row } from '../row.ts';

const recordedMs = 11_300;

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const figure = (lost: number, noticed: number, back: number): string =>
  `lost ${seconds(lost)}, noticed ${seconds(noticed)}, back ${seconds(back)}`;

const killWorker = async (): Promise<string> => {
  await using meeting = await openMeeting(meetingOf(2));
  const { client, meeting_url, reach, workerPid } = meeting;
  const { id } = await client.createBot({
    body: { meeting_url, bot_name: 'Bench', recording_settings: { resolution: '720p' } },
  });
  const path = { object_id: id };
  await reach(id, 'joined_recording');
  await delay(recordedMs);
  const killed = await workerPid();
  const killedAt = Date.now();
  process.kill(killed, 'SIGKILL');
  const isAnother = () =>
    workerPid().then(
      (pid) => pid !== killed,
      () => false,
    );
  while (!(await isAnother())) await delay(50);
  const noticedAt = Date.now();
  await delay(recordedMs);
  await client.leaveBot({ path });
  await reach(id, 'ended');
  const [before, after] = (await client.getRecording({ path })).parts;
  if (!before || !after) throw new Error('the recording does not have two parts');
  const endedAt = before.start_timestamp_ms + before.duration_ms;
  return figure(killedAt - endedAt, noticedAt - killedAt, after.start_timestamp_ms - killedAt);
};

const losePages = async (): Promise<string> => {
  const figures: string[] = [];
  for (const [name, way] of Object.entries(waysToLose)) {
    const { media_lost_ms, noticed_after_ms, back_after_ms } = await loseThePage(way);
    figures.push(`${name}: ${figure(media_lost_ms, noticed_after_ms, back_after_ms)}`);
  }
  return figures.join('; ');
};

const target = 'lost 8, noticed 10, back 15';
export const lostCaptureRows: readonly Row[] = [
  {
    number: 17,
    title: 'worker killed: media lost, noticed after, recording again after, s',
    target,
    measure: killWorker,
  },
  { number: '17a', title: 'the same, when the page …', target, measure: losePages },
];
