/** Row 25: bots that are all to join at :00, by the service's own pacing, against the limits of an account. */
import { standardLimits } from '../../full-hour/limits.ts';
import { type Fate, type Group, type Outcome, percentile, shareWithin, simulate } from '../../full-hour/simulate.ts';
import { warmHour } from '../../full-hour/warm.ts';
import { judged } from '../../judged.ts';
import type { Row } from '../../row.ts';

/** The setting as it is deployed by default. */
const launchesPerSecond = 20;
const counts = [1_000, 2_000, 10_000, 100_000];
const [large, small, third] = ['prj_large', 'prj_small', 'prj_third'];
/** Bots that somebody wants at once while everybody else starts. */
const wantedAtOnce: Group = { project: large, urgency: 'immediate', count: 50 };
const punctualMs = 5_000;
const leastPercent = 99;

const simulated = (groups: readonly Group[]): Promise<Outcome> =>
  simulate({ groups, limits: standardLimits, launches_per_second: launchesPerSecond });

const seconds = (ms: number): string => (ms / 1000).toFixed(0);
const percentiles = (times: readonly number[], percents: readonly number[]): string =>
  times.length > 0 ? percents.map((percent) => seconds(percentile(times, percent))).join('/') : 'never';

const told = (count: number, { fates, most_waiting, bottleneck }: Outcome): string => {
  const [scheduled, immediate] = fates as [Fate, Fate];
  return [
    `${count.toLocaleString('en')}: ${shareWithin(scheduled, punctualMs).toFixed(1)} % (late p50/p95/p99 ${percentiles(scheduled.late_ms, [50, 95, 99])} s`,
    `${scheduled.failed.toLocaleString('en')} never launched`,
    `at most ${most_waiting.toLocaleString('en')} waiting`,
    `first refused by ${bottleneck ?? 'nothing'}`,
    `ready ${scheduled.ready_before_s.toFixed(0)} s before on average`,
    `at once p95 ${percentiles(immediate.late_ms, [95])} s)`,
  ].join(', ');
};

const crowd = async (): Promise<string> => {
  const figures: string[] = [];
  const missed: string[] = [];
  for (const count of counts) {
    const outcome = await simulated([{ project: large, urgency: 'scheduled', count }, wantedAtOnce]);
    figures.push(told(count, outcome));
    const [scheduled] = outcome.fates as [Fate, Fate];
    if (shareWithin(scheduled, punctualMs) < leastPercent) missed.push(count.toLocaleString('en'));
  }
  return judged(figures.join('; '), missed);
};

/** Too late to be staged any earlier than others. */
const made_before_s = 120;

/** How long after it was asked for the task of each bot of a group was accepted: p50/p95/longest. */
const asked = ({ launched_ms, urgency, failed }: Fate, lead_ms: number): string => {
  const waited = launched_ms.map((at_ms) => at_ms + (urgency === 'scheduled' ? lead_ms : 0)).toSorted((a, b) => a - b);
  return `${percentiles(waited, [50, 95, 100])} s${failed > 0 ? ` (${failed} never)` : ''}`;
};

const mostDelayMs = 20_000;
const fairness = async (): Promise<string> => {
  const groups: readonly Group[] = [
    { project: large, urgency: 'scheduled', count: 10_000, made_before_s },
    { project: large, urgency: 'immediate', count: 1_000 },
    { project: small, urgency: 'scheduled', count: 20, made_before_s },
    { project: small, urgency: 'immediate', count: 20 },
    { project: third, urgency: 'immediate', count: 50 },
  ];
  const { fates } = await simulated(groups);
  const lead_ms = made_before_s * 1000;
  const [, , ...others] = fates;
  const longest = Math.max(
    ...others.flatMap(({ launched_ms, urgency }) =>
      launched_ms.map((at_ms) => at_ms + (urgency === 'scheduled' ? lead_ms : 0)),
    ),
  );
  const figure = fates
    .map((fate) => `${fate.project.slice(4)} ${fate.count} ${fate.urgency} ${asked(fate, lead_ms)}`)
    .join(', ');
  if (longest > mostDelayMs || others.some(({ failed }) => failed > 0)) throw new Error(figure);
  return figure;
};

/** The pool that the target is for. */
const usualPool = { pool: 2, a_minute: 1 };
const mostLateMs = 5_000;

const warmPools = async (): Promise<string> => {
  const figures: string[] = [];
  for (const pool of [{ pool: 0, a_minute: 1 }, usualPool, { pool: 5, a_minute: 5 }, { pool: 15, a_minute: 5 }]) {
    const late_ms = await warmHour(pool);
    const prompt = (100 * late_ms.filter((late) => late <= mostLateMs).length) / late_ms.length;
    const times = [50, 95].map((percent) => (percentile(late_ms, percent) / 1000).toFixed(1)).join('/');
    const figure = `${pool.pool} warm, ${pool.a_minute} a minute: ${prompt.toFixed(1)} % (p50/p95 ${times} s)`;
    if (pool === usualPool && prompt < leastPercent) throw new Error(figure);
    figures.push(figure);
  }
  return figures.join('; ');
};

export const fullHourRows: readonly Row[] = [
  {
    number: 25,
    title: 'simulated :00, limits of an account with vCPUs enough: bots that joined within 5 s of join_at',
    target: `≥ ${leastPercent} %`,
    measure: crowd,
  },
  {
    number: '25a',
    title:
      'simulated :00, three projects, one of them with 10,000 bots that are scheduled two minutes before and 1,000 at once: an order → it is accepted, p50/p95/longest',
    target: `others than the large one ≤ ${mostDelayMs / 1000} s, all launched`,
    measure: fairness,
  },
  {
    number: '25b',
    title:
      'simulated hour, bots that are wanted at once and tasks that wait for them: in their meeting within 5 s of their POST',
    target: '≥ 99 % with 2 warm and 1 a minute',
    measure: warmPools,
  },
];
