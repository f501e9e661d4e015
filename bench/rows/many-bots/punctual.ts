/**
 * How exactly bots that are ready ahead of time press the join button (row 19): one by one in a real browser; and a hundred of them
 * on one second, launched by the service's own pacing against the limits of an account, in a time that passes as fast as it is computed.
 */
import { browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import type { BotLine } from '../../../lib/capture/session/ports.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { anAssignment, neverStopped } from '../../../test/lab/builders/assignment.ts';
import { aView } from '../../../test/lab/builders/meeting-views.ts';
import { aFakeBot } from '../../../test/lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../../test/lab/doubles/memory-segments.ts';
import { aScriptedMeeting } from '../../../test/lab/doubles/scripted-meeting.ts';
import { aRushingClock } from '../../../test/lab/doubles/session-clock.ts';
import { aRoom } from '../../../test/lab/hosts/paper-room.ts';
import { standardLimits } from '../../full-hour/limits.ts';
import { percentile, randomFrom, simulate } from '../../full-hour/simulate.ts';
import type { Row } from '../../row.ts';

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

const together = 100;
const mostLateMs = 1_000;
/** As deployed by default. */
const launchesPerSecond = 20;
const random = randomFrom(19);

/**
 * How long after `join_at` each of them pressed, sorted, where the table takes so long, at most, to note that a bot is joining.
 * @throws Error when one was not launched in time
 */
const pressed = async (table_ms: number): Promise<number[]> => {
  const groups = [{ project: 'prj_1', urgency: 'scheduled', count: together } as const];
  const { fates } = await simulate({ groups, limits: standardLimits, launches_per_second: launchesPerSecond });
  const ready = fates.flatMap(({ ready_ms }) => ready_ms);
  const join_at = new Date('2026-03-02T09:00:00.000Z');
  const clock = aRushingClock(join_at.getTime() + Math.min(...ready));
  const late: number[] = [];
  const since = (): number => clock.now_ms() - join_at.getTime();
  const lineOf = (bot: BotLine): BotLine => ({
    ...bot,
    async trigger(...given) {
      await clock.pause(random() * table_ms);
      return bot.trigger(...given);
    },
  });
  const meeting = () =>
    aScriptedMeeting({
      shows: (hasAsked) => aView({ phase: hasAsked ? 'not_found' : 'pre_join', participants: [] }),
      onAct: (act) => void (act === 'ask to be let in' && late.push(since())),
    });
  await Promise.all(
    ready.map(async (ready_ms) => {
      await clock.pause(ready_ms - since());
      const line = lineOf(aFakeBot('staged'));
      const meetings = { open: async () => meeting() };
      await runCaptureSession(
        { line, clock, meetings, segments: aMemoryStore() },
        anAssignment({ join_at }),
        neverStopped,
      );
    }),
  );
  if (late.length !== together) throw new Error(`${late.length} of ${together} have pressed`);
  return late.toSorted((a, b) => a - b);
};

const measureTogether = async (): Promise<string> => {
  const figures: string[] = [];
  for (const table_ms of [0, 5_000]) {
    const late = await pressed(table_ms);
    const times = [1, 50, 100].map((percent) => (percentile(late, percent) / 1000).toFixed(2)).join('/');
    const figure = `${times} where the table takes ${table_ms === 0 ? 'no time' : `up to ${table_ms / 1000} s`} to note that a bot joins`;
    if ((late[0] ?? -1) < 0 || percentile(late, 100) > mostLateMs) throw new Error(figure);
    figures.push(figure);
  }
  return figures.join('; ');
};

export const punctualRows: readonly Row[] = [
  { number: 19, title: `join click after join_at, ${bots} bots one by one, s`, target: '0 to 0.1', measure },
  {
    number: 19,
    title: `the same, ${together} bots on one second, launched by the service's own pacing against the limits of an account, least/p50/longest, in memory`,
    target: `0 to ${mostLateMs / 1000}`,
    measure: measureTogether,
  },
];
