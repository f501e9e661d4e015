/**
 * Step 4 of docs/extending.md: a handler for each route, each of which would be a file of `lambdas/api/greetings` by the route's
 * name; and of step 7 the function that is called each minute.
 */
import * as queues from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { http } from '../../../lambdas/middleware/http.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import type { Queue } from '../../../lib/ports/queue.ts';
import { dueRepository } from '../../../lib/storage/due.ts';
import { createSweepDue } from '../../../lib/usecases/timers/sweep-due.ts';
import { createGreetings, dueGreetings, type Greeting, sweepGreetings } from './greeting.ts';
import { greetingRoutes } from './routes.ts';

const table = openTable();
const { openGreetingQueue } = queues as unknown as { openGreetingQueue: () => Queue };
const sweepDue = createSweepDue({
  due: dueRepository(table, dueGreetings),
  queue: openGreetingQueue(),
  clock: systemClock,
});
const greetings = createGreetings({ table, clock: systemClock });
const present = ({ project_id: _, ...shown }: Greeting) => shown;

export const handlers = {
  'api/greetings/create-greeting': http(greetingRoutes.createGreeting, table, async ({ caller, body }) =>
    present(await greetings.create(caller.project_id, body.text, body.due_at)),
  ),
  'api/greetings/list-greetings': http(greetingRoutes.listGreetings, table, async ({ caller }) => ({
    results: (await greetings.list(caller.project_id)).map(present),
  })),
  'api/greetings/get-greeting': http(greetingRoutes.getGreeting, table, async ({ ref }) => {
    const { project_id, greeting_id } = ref as unknown as { project_id: string; greeting_id: string };
    return present(await greetings.get(project_id, greeting_id));
  }),
  [sweepGreetings.function_name]: async () => void (await sweepDue()),
};
