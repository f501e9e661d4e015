/** How exactly a bot that is ready ahead of time presses the join button (row 19). */
import { browserMeetings } from '../../lib/capture/browser/browser-meeting.ts';
import { demoRoom } from '../../lib/capture/platforms/demo-room/index.ts';
import { runCaptureSession } from '../../lib/capture/session/session.ts';
import { anAssignment } from '../../test/lab/builders/assignment.ts';
import { aFakeBot } from '../../test/lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../test/lab/doubles/memory-segments.ts';
import { aRoom } from '../../test/lab/hosts/paper-room.ts';
import type { Row } from '../row.ts';

const bots = 3;
const leadMs = 6_000;

const measure = async (): Promise<string> => {
  await using room = await aRoom();
  const late: number[] = [];
  for (let bot = 0; bot < bots; bot += 1) {
    const join_at = new Date(Date.now() + leadMs);
    await runCaptureSession(
      { line: aFakeBot('staged'), meetings: browserMeetings({ platform: demoRoom }), segments: aMemoryStore() },
      anAssignment({ meeting_url: room.url('refuse=not_found'), join_at }),
      AbortSignal.timeout(60_000),
    );
    late.push((room.pressed_ms.at(-1) ?? Number.NaN) - join_at.getTime());
  }
  return late.map((ms) => (ms / 1000).toFixed(2)).join(', ');
};

export const punctualRows: readonly Row[] = [
  { number: 19, title: `join click after join_at, ${bots} bots one by one, s`, target: '0 to 0.1', measure },
];
