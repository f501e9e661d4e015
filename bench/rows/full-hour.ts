/** Row 25: bots that are all to join at :00, by the service's own pacing, against the limits of an account. */
import { standardLimits } from '../full-hour/limits.ts';
import { type Outcome, percentile, shareWithin, simulate } from '../full-hour/simulate.ts';
import type { Row } from '../row.ts';

const counts = [1_000, 2_000, 10_000, 100_000];
/** Bots that somebody wants at once while everybody else starts. */
const immediate = 50;
const punctualMs = 5_000;

const seconds = (ms: number): string => (ms / 1000).toFixed(0);
const told = (count: number, outcome: Outcome): string => {
  const { scheduled_ms, immediate_ms, failed, most_waiting, bottleneck } = outcome;
  const late = [50, 95, 99].map((percent) => seconds(percentile(scheduled_ms, percent))).join('/');
  const atOnce = immediate_ms.length > 0 ? `${seconds(percentile(immediate_ms, 95))} s` : 'never';
  return [
    `${count.toLocaleString('en')}: ${shareWithin(outcome, count, punctualMs).toFixed(1)} % (late p50/p95/p99 ${late} s`,
    `${failed.toLocaleString('en')} never launched`,
    `at most ${most_waiting.toLocaleString('en')} waiting`,
    `first refused by ${bottleneck ?? 'nothing'}`,
    `at once p95 ${atOnce})`,
  ].join(', ');
};

export const fullHourRows: readonly Row[] = [
  {
    number: 25,
    title: 'simulated :00, limits of an account with vCPUs enough: bots that joined within 5 s of join_at',
    target: '≥ 99 %',
    measure: async () =>
      counts.map((count) => told(count, simulate({ scheduled: count, immediate, limits: standardLimits }))).join('; '),
  },
];
