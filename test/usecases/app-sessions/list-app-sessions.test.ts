import { expect, it } from 'vitest';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { createListAppSessions } from '../../../lib/usecases/app-sessions/list-app-sessions.ts';
import { anAppSession } from '../../lab/builders/app-sessions.ts';
import { aBot } from '../../lab/builders/records.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { meteredTable } from '../../lab/doubles/metered-table.ts';

const project_id = 'prj_1';
const page_size = 10;

it('a page of app sessions costs the same among many sessions and bots as among few', async () => {
  const { table, consumed } = meteredTable(memoryTable());
  const bots = listedBots(table);
  const list = createListAppSessions({ ...allReadable, bots });
  const costs: unknown[] = [];
  const began_ms = Date.parse('2026-03-02T09:00:00Z');
  let made = 0;
  for (const count of [30, 300]) {
    for (; made < count; made += 1) {
      const at = new Date(began_ms + made);
      await bots.create(anAppSession({ project_id }, at));
      await bots.create(aBot({ id: `bot_${String(made).padStart(26, '0')}`, project_id }));
    }
    consumed();
    const first = await list(project_id, { from: undefined, page_size });
    if (!first.next) throw new Error('there is no other page');
    const second = await list(project_id, { from: first.next, page_size });
    const kinds = new Set([...first.results, ...second.results].map(({ id }) => id.slice(0, 4)));
    costs.push({ ...consumed(), kinds: [...kinds], sizes: [first.results.length, second.results.length] });
  }
  expect(costs[0]).toMatchObject({ kinds: ['app_'], sizes: [page_size, page_size] });
  expect(costs[1]).toEqual(costs[0]);
});

it('begins with the newest where that is asked for, page after page', async () => {
  const bots = listedBots(memoryTable());
  const list = createListAppSessions({ ...allReadable, bots });
  const made = [1, 2, 3].map((day) => anAppSession({ project_id }, new Date(Date.UTC(2026, 2, day))));
  for (const session of made) await bots.create(session);
  const first = await list(project_id, { page_size: 2, isNewestFirst: true });
  const second = await list(project_id, { page_size: 2, isNewestFirst: true, from: first.next });
  expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse());
});
