/** Random lives of calendars in this thread, until they are enough or it is time. Throws with the seed at a violation. */
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { calendarLives, liveCalendar } from '../../test/lab/worlds/calendars/calendar-lives.ts';

export interface CalendarLivesInput {
  readonly seed: number;
  readonly lives: number;
  readonly most_ms: number;
}
export interface CalendarLivesDone {
  readonly lives: number;
  readonly commands: number;
}

const { seed, lives, most_ms } = workerData as CalendarLivesInput;
process.stdout.write = () => true;
const done = { lives: 0, commands: 0 };
const property = fc.asyncProperty(calendarLives, async (life) => {
  await liveCalendar(life);
  done.lives += 1;
  done.commands += life.commands.length;
});
await fc.assert(property, { numRuns: lives, seed, interruptAfterTimeLimit: most_ms });
parentPort?.postMessage(done satisfies CalendarLivesDone);
