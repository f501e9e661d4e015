/**
 * An hour in which bots are wanted at once, of which some find a task that waits for one: by the service's own pool (what gives
 * bots their tasks, what keeps as many waiting, and what waits), with tasks that take as long to start as in `simulate.ts`.
 */
import { anOrder, warmWorld } from '../../test/lab/worlds/warm-world.ts';
import { joinMs, randomFrom, startMs } from './simulate.ts';

export interface WarmHour {
  /** How many tasks are to wait. */
  readonly pool: number;
  /** How many bots are wanted each minute, at moments of their own. */
  readonly a_minute: number;
}

const minutes = 60;
/** From the request to the order of a task: the request, the table's stream, the execution. Not measured on AWS. */
const orderedMs = 1_500;

/** How long after it was asked for each bot was in, in ms, sorted. */
export const warmHour = async ({ pool, a_minute }: WarmHour): Promise<readonly number[]> => {
  const random = randomFrom(25);
  const startsMs = (): number => startMs.least + random() * (startMs.most - startMs.least);
  const world = warmWorld({ warm_tasks: { '720p': pool }, starts_in_ms: startsMs });
  const now = (): number => world.clock.now().getTime();
  const begun_ms = now();
  const late_ms: number[] = [];
  const until = async (at_ms: number): Promise<void> => {
    if (at_ms > now()) await world.pass((at_ms - now()) / 1000);
  };
  await world.keep();
  for (let minute = 1; minute <= minutes; minute += 1) {
    await until(begun_ms + minute * 60_000);
    await world.keep();
    const moments = Array.from({ length: a_minute }, () => random() * 60_000).toSorted((a, b) => a - b);
    for (const [i, offset] of moments.entries()) {
      await until(begun_ms + minute * 60_000 + offset);
      const asked_ms = now();
      const { task_id } = await world.launch(anOrder(minute * 1000 + i));
      const isWarm = world.tasks.some((task) => task.task_id === task_id && task.place);
      late_ms.push(orderedMs + now() - asked_ms + (isWarm ? 0 : startsMs()) + joinMs);
    }
  }
  return late_ms.toSorted((a, b) => a - b);
};
