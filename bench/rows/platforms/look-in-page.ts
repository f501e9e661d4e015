/** Row 26a: what a look takes of the thread of its page, in a meeting of the facsimile of Google Meet. */
import type { MeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import { googleMeet as adapter } from '../../../lib/capture/platforms/google-meet/index.ts';
import { googleMeet } from '../../../test/facsimiles/meetings/google-meet/google-meet.ts';
import { openFacsimileWorld } from '../../../test/facsimiles/meetings/world.ts';
import { crowdIn } from '../../../test/lab/pages/crowd.ts';
import { loadAndAskIn } from '../../../test/lab/worlds/ask-in.ts';
import { see } from '../../../test/lab/worlds/see.ts';
import { median } from '../../median.ts';
import type { Row } from '../../row.ts';

const looks = 40;
const mostMs = 15;
const mostWallMs = 2_000;
const tiles = 5_000;

/** CPU of the page's thread, and the longest wall time. */
const lookedAt = async ({ page, read }: MeetingPage): Promise<{ cpu_ms: number; wall_ms: number }> => {
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy_ms = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const cpu: number[] = [];
  const wall: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    const [before_ms, began_ms] = [await busy_ms(), performance.now()];
    await read();
    wall.push(performance.now() - began_ms);
    cpu.push((await busy_ms()) - before_ms);
  }
  await session.detach();
  return { cpu_ms: median(cpu), wall_ms: Math.max(...wall) };
};

/** @throws where a look takes more than it may, or the meeting is taken for anything else */
const measured = async (): Promise<string> => {
  const facsimile = googleMeet();
  await using world = await openFacsimileWorld(facsimile, adapter);
  const room = facsimile.meeting();
  room.enter('Ada', { isHost: true });
  const { meeting, page } = await world.openPage(room.url);
  await using _ = meeting;
  await loadAndAskIn(meeting);
  await see(meeting, ({ phase, participants }) => phase === 'in_meeting' && participants.length === 2);
  const plain = await lookedAt(page);
  await crowdIn(page.page, '[data-participant-id]', tiles);
  const crowded = await lookedAt(page);
  const { phase } = await meeting.look();
  const figure = `${plain.cpu_ms.toFixed(1)}; with ${tiles.toLocaleString('en')} tiles ${crowded.cpu_ms.toFixed(0)}, at most ${crowded.wall_ms.toFixed(0)} of wall time`;
  if (plain.cpu_ms > mostMs || crowded.wall_ms > mostWallMs || phase !== 'in_meeting')
    throw new Error(`${figure}; in the end ${phase}`);
  return figure;
};

export const lookInPageRows: readonly Row[] = [
  {
    number: '26a',
    title: 'a look at a meeting in its page, median of CPU, ms',
    target: `≤ ${mostMs}; with ${tiles.toLocaleString('en')} tiles ≤ ${mostWallMs.toLocaleString('en')} of wall time, and it goes on`,
    measure: measured,
  },
];
