/** Step 4 of docs/extending.md: a handler for each route, each of which would be a file of `lambdas/api/greetings` by the route's name. */
import { openTable } from '#adapters/table.ts';
import { http } from '../../../lambdas/middleware/http.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { createGreetings, type Greeting } from './greeting.ts';
import { greetingRoutes } from './routes.ts';

const table = openTable();
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
};
