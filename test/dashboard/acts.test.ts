import { describe, expect, it } from 'vitest';
import { wordsOfAct } from '../../dashboard/settings/acts.ts';
import { noteOf } from '../../lib/api/noted.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import type { Route } from '../../lib/api/routes/route.ts';
import { routes } from '../../lib/api/routes.ts';

const noted = Object.values<Route>({ ...routes, ...dashboardRoutes })
  .filter((route) => noteOf(route) !== undefined)
  .map(({ method, path }) => `${method} ${path}`);

describe('what people did', () => {
  it.each([...noted, 'GET /api/v1/dashboard/sign_in/callback', 'GET /sso/{object_id}/saml'])('has words: %s', (act) => {
    expect(wordsOfAct(act)).not.toContain(act);
  });
});
