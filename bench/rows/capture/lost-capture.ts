/** What it costs a recording when its worker is killed or stopped, or its page is lost (row 17). */
import { setTimeout as delay } from 'node:timers/promises';
import { loseThePage, waysToLose } from '../../../test/lab/worlds/lost-page.ts';
import { openMeeting } from '../../capture/meeting.ts';
import { meetingOf } from '../../capture/people.ts';
import type { Row } from '../../row.ts';
import { keepCoresBusy } from '../../worlds/busy-machine.ts';

const recordedMs = 11_300;

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const figure = (lost: number, noticed: number, back: number): string =>
  `lost ${seconds(lost)}, noticed ${seconds(noticed)}, back ${seconds(back)}`;

interface Loss {
  readonly signal: 'SIGKILL' | 'SIGSTOP';
  readonly isBusy: boolean;
}

const loseWorker = async ({ signal, isBusy }: Loss): Promise<string> => {
  using _ = isBusy ? keepCoresBusy() : undefined;
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
  process.kill(killed, signal);
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
    const { media_lost_ms, noticed_after_ms, back_after_ms } = await loseThePage([way]);
    figures.push(`${name}: ${figure(media_lost_ms, noticed_after_ms, back_after_ms)}`);
  }
  return figures.join('; ');
};

const workerRow = (title: string, loss: Loss, target: string): Row => ({
  number: 17,
  title: `worker ${title}: media lost, noticed after, recording again after, s`,
  target,
  measure: () => loseWorker(loss),
});

const killed = 'lost ≤ 3, noticed ≤ 1, back ≤ 4';
const killedWhileBusy = 'lost ≤ 3, noticed ≤ 1, back ≤ 6';
const stopped = 'lost ≤ 3, noticed ≤ 4, back ≤ 8';
export const lostCaptureRows: readonly Row[] = [
  workerRow('killed', { signal: 'SIGKILL', isBusy: false }, killed),
  workerRow('killed while every core is busy', { signal: 'SIGKILL', isBusy: true }, killedWhileBusy),
  workerRow('stopped', { signal: 'SIGSTOP', isBusy: false }, stopped),
  workerRow('stopped while every core is busy', { signal: 'SIGSTOP', isBusy: true }, stopped),
  {
    number: '17a',
    title: 'the same, when the page …',
    target: 'lost ≤ 1, noticed ≤ 9, back ≤ 10',
    measure: losePages,
  },
];
