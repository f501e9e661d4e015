import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { ForbiddenError } from '../../lib/domain/errors.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { ticketRepository } from '../../lib/storage/sessions.ts';
import { createSignIn } from '../../lib/usecases/access/sign-in.ts';
import { Reply } from '../middleware/answers.ts';
import { isOwnPage, sessionCookie } from '../middleware/cookie.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const { signIn } = createSignIn({
  tickets: ticketRepository(table),
  projects: projectRepository(table),
  apiKeys: apiKeyRepository(table),
  clock: systemClock,
});

export const handler = http(dashboardRoutes.signIn, table, async ({ body }, event) => {
  if (!isOwnPage(event)) throw new ForbiddenError('another site asked for this');
  const { secret, session } = await signIn(body.ticket);
  return new Reply({ statusCode: 201, cookies: [sessionCookie(event, secret, new Date(session.until))], body: '' });
});
