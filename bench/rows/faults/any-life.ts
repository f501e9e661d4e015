/** Row 14: the API, the state machine and the state tables against the decisions, in every situation and in random lives. */

import { decidedSteps } from '../../../test/lab/api/bot-model.ts';
import type { Exploration } from '../../../test/lab/api/exploration.ts';
import { seedOfRun } from '../../../test/lab/properties.ts';
import { judged } from '../../judged.ts';
import type { Row } from '../../row.ts';
import { inThread } from '../../threads.ts';
import type { Lives, LivesInput } from '../../workers/api-lives.ts';
import type { CalendarLivesDone, CalendarLivesInput } from '../../workers/calendar-lives.ts';
import type { Situations } from '../../workers/situations.ts';

const threads = 2;
const lives = 100_000;
/** So long that they are all lived on a busy machine too. */
const mostMs = 15 * 60_000;

const count = (n: number): string => n.toLocaleString('en');

const explored = async (): Promise<string> => {
  const { situations, tried, steps, unseen } = await inThread<Exploration>('api-exploration.ts', {});
  if (unseen.length > 0) throw new Error(`never taken: ${unseen.join(', ')}`);
  return `0 violations; ${steps} of ${decidedSteps().length} steps, ${count(situations)} situations, ${count(tried)} trials`;
};

const inAllSituations = async (): Promise<string> => {
  const all = await inThread<Situations>('situations.ts', {});
  const figures = Object.entries(all).map(
    ([what, { situations, tried }]) => `${what}: ${count(situations)} situations, ${count(tried)} trials`,
  );
  return `0 violations; ${figures.join('; ')}`;
};

/** What was lived, by all threads; fewer lives than there are to be miss the target, whatever was found in them. */
export const toldLives = (all: readonly Lives[], seed: number): string => {
  const sum = (of: (one: Lives) => number): number => all.reduce((total, one) => total + of(one), 0);
  const lived = sum((one) => one.lives);
  const steps = new Set(all.flatMap((one) => one.steps)).size;
  const what = `${count(lived)} lives of ${count(sum((one) => one.commands))} commands, ${steps} of ${decidedSteps().length} steps`;
  return judged(`0 violations; ${what}, seed ${seed}`, lived < lives ? [`${count(lives)} lives`] : []);
};

/** A violation fails the row, with the seed and the path to run it again. */
const random = async (): Promise<string> => {
  const seed = seedOfRun();
  const inputs = Array.from(
    { length: threads },
    (_, n): LivesInput => ({ seed: seed + n, lives: lives / threads, most_ms: mostMs }),
  );
  const all = await Promise.all(inputs.map((input) => inThread<Lives>('api-lives.ts', input)));
  return toldLives(all, seed);
};

/** So many that the time ends them. */
const calendarLives = 1_000_000;
const calendarMs = 85_000;

const calendars = async (): Promise<string> => {
  const seed = seedOfRun();
  const inputs = Array.from(
    { length: threads },
    (_, n): CalendarLivesInput => ({ seed: seed + n, lives: calendarLives, most_ms: calendarMs }),
  );
  const all = await Promise.all(inputs.map((input) => inThread<CalendarLivesDone>('calendar-lives.ts', input)));
  const sum = (of: (one: CalendarLivesDone) => number): string => count(all.reduce((total, one) => total + of(one), 0));
  return `0 violations; ${sum(({ lives: n }) => n)} lives of ${sum(({ commands }) => commands)} commands, seed ${seed}`;
};

export const anyLifeRows: readonly Row[] = [
  {
    number: 14,
    title: 'the state machine explored exhaustively over HTTP',
    target: '0 violations, all steps',
    measure: explored,
  },
  {
    number: 14,
    title: 'calendars, connections and app sessions explored exhaustively',
    target: '0 violations, nothing asked of a platform once it is disconnected',
    measure: inAllSituations,
  },
  { number: 14, title: 'random lives over HTTP', target: `0 violations of ${count(lives)}`, measure: random },
  {
    number: 14,
    title: 'random lives of calendars, over HTTP with their platforms, in a minute and a half',
    target: '0 violations',
    measure: calendars,
  },
];
