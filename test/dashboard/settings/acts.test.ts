import { describe, expect, it } from 'vitest';
import { together, wordsOfActs } from '../../../dashboard/settings/acts.ts';
import { commands } from '../../../lib/admin/commands.ts';
import { noteOf } from '../../../lib/api/noted.ts';
import { dashboardRoutes } from '../../../lib/api/routes/dashboard.ts';
import type { Route } from '../../../lib/api/routes/route.ts';
import { routes } from '../../../lib/api/routes.ts';
import { commandAct } from '../../../lib/domain/access/audit.ts';

const commanded = Object.entries(commands)
  .filter(([, { isNoted }]) => isNoted)
  .map(([name]) => commandAct(name));
const noted = Object.values<Route>({ ...routes, ...dashboardRoutes })
  .filter((route) => noteOf(route) !== undefined)
  .map(({ method, path }) => `${method} ${path}`);

describe('what people did', () => {
  it.each([...noted, ...commanded, 'GET /api/v1/dashboard/sign_in/callback', 'GET /sso/{object_id}/saml'])(
    'has words: %s',
    (act) => {
      expect(wordsOfActs([act])).not.toContain(act);
    },
  );

  it('is read together where somebody looked at several things of one meeting in an hour', () => {
    const [bot, other] = ['bot_1', 'bot_2'];
    const read = (act: string, details = {}) => ({
      ...{ session: '0a1b2c3d', about: bot, at: '2026-03-02T09:30:00.000Z' },
      ...{ act: `GET /api/v1/bots/{object_id}/${act}`, ...details },
    });
    const entries = [
      read('chat_messages'),
      read('transcript', { at: '2026-03-02T09:10:00.000Z' }),
      read('recording', { at: '2026-03-02T08:59:00.000Z' }),
      read('recording', { about: other }),
      read('transcript', { about: other, session: '4e5f6a7b' }),
      { ...read(''), act: 'POST /api/v1/bots/{object_id}/leave' },
      { ...read(''), act: 'POST /api/v1/bots/{object_id}/leave' },
    ];
    const rows = together(entries).map(({ acts, entry }) => [wordsOfActs(acts), entry.about]);
    expect(rows).toEqual([
      ['looked at the chat and the transcript of', bot],
      ['looked at the recording of', bot],
      ['looked at the recording of', other],
      ['looked at the transcript of', other],
      ['had the bot leave', bot],
      ['had the bot leave', bot],
    ]);
  });
});
