import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { sessionRepository } from '../../lib/storage/sessions.ts';
import { Reply } from '../middleware/answers.ts';
import { cookieOf, sessionCookie } from '../middleware/cookie.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const sessions = sessionRepository(table);

export const handler = http(dashboardRoutes.signOut, table, async (_, event) => {
  await sessions.end(cookieOf(event) ?? '');
  return new Reply({ statusCode: 200, cookies: [sessionCookie(event, '', new Date(0))], body: '' });
});
