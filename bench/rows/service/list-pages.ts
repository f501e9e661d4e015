/** Row 5: what a page of a list costs, however many bots there are. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { sqliteTable } from '../../../lib/adapters/local/table.ts';
import { type BotFilter, matches } from '../../../lib/domain/bot/bot-filter.ts';
import type { Cursor } from '../../../lib/domain/page.ts';
import { tableIndexes } from '../../../lib/ports/table.ts';
import { indexKeysOf, rangeOf } from '../../../lib/storage/bots/bot-indexes.ts';
import { botLists } from '../../../lib/storage/bots/bot-lists.ts';
import { createListBots } from '../../../lib/usecases/bots/list-bots.ts';
import { allReadable } from '../../../test/lab/doubles/all-readable.ts';
import { meteredTable } from '../../../test/lab/doubles/metered-table.ts';
import { judged, over } from '../../judged.ts';
import { median } from '../../median.ts';
import type { Row } from '../../row.ts';
import { botAt, fillWithBots, project_id } from '../../worlds/many-bots.ts';

const counts = [1000, 100_000, 1_000_000];
const pageSize = 25;
const timesEach = 20;

const meeting_url = 'https://meet.google.com/abc-defg-hij';
const deduplication_key = 'the same';
const joinAt = { join_at_after: '2026-01-01T00:00:00.500Z', join_at_before: '2026-06-01T00:00:00Z' };
const all: BotFilter = { meeting_url, deduplication_key, states: ['ended'], ...joinAt };
const filters: Record<string, BotFilter> = {
  none: {},
  link: { meeting_url },
  key: { deduplication_key },
  state: { states: ['joined_recording'] },
  join_at: joinAt,
  'state, join_at': { states: ['joined_recording'], ...joinAt },
  'link, state': { meeting_url, states: ['ended'] },
  'link, live state': { meeting_url, states: ['scheduled'] },
  'link, join_at': { meeting_url, ...joinAt },
  'key, state': { deduplication_key, states: ['ended'] },
  all,
  '3 states': { states: ['joined_recording', 'scheduled', 'fatal_error'] },
};

/** Positions where a page may begin: at either end of the list, and in the middle going each way. */
const startsOf = (filter: BotFilter, count: number): Record<string, Cursor | undefined> => {
  let middle = count / 2;
  while (!matches(botAt(middle), filter)) middle += 1;
  const range = rangeOf(project_id, filter, filter.meeting_url);
  if ('lock' in range) throw new Error('a list of one bot has no middle');
  const position = indexKeysOf(botAt(middle))[tableIndexes[range.index].sk] ?? '';
  return {
    first: undefined,
    deep: { position, direction: 'next' },
    'deep, back': { position, direction: 'previous' },
  };
};

interface Cost {
  readonly calls: number;
  readonly read_units: number;
  readonly ms: number;
}

/** What each page of each filter costs among so many bots. */
const costsAmong = async (count: number): Promise<Map<string, Cost>> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-lists-'));
  try {
    const began = performance.now();
    fillWithBots(folder, count);
    console.error(`wrote ${count} bots in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const database = openDatabase(folder);
    const { table, consumed } = meteredTable(sqliteTable(database));
    const list = createListBots({ ...allReadable, bots: botLists(table), hosts: {} });
    const costs = new Map<string, Cost>();
    for (const [name, filter] of Object.entries(filters)) {
      for (const [place, from] of Object.entries(startsOf(filter, count))) {
        const times: number[] = [];
        for (let time = 0; time < timesEach; time += 1) {
          const start = performance.now();
          const { results } = await list(project_id, { from, page_size: pageSize, filter });
          times.push(performance.now() - start);
          if (results.length === 0) throw new Error(`${name}, ${place}: an empty page among ${count} bots`);
        }
        const { calls, read_units } = consumed();
        // Authentication is one call and one unit more.
        costs.set(`${name} (${place})`, {
          calls: calls / timesEach + 1,
          read_units: read_units / timesEach + 1,
          ms: median(times),
        });
      }
    }
    database.close();
    return costs;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const measure = async (): Promise<string> => {
  const measured: Map<string, Cost>[] = [];
  for (const count of counts) measured.push(await costsAmong(count));
  const pages = [...(measured[0]?.keys() ?? [])].map((page) => {
    const costs = measured.flatMap((costs) => costs.get(page) ?? []);
    const ratio = (of: (cost: Cost) => number) => Math.max(...costs.map(of)) / Math.min(...costs.map(of));
    const [last] = costs.slice(-1);
    const worst = Math.max(
      ratio(({ calls }) => calls),
      ratio(({ read_units }) => read_units),
    );
    const times = costs.map(({ ms }) => ms.toFixed(1)).join('/');
    console.error(`${page}: ${last?.calls} calls, ${last?.read_units} units, ${times} ms, max/min ${worst.toFixed(2)}`);
    return { page, worst, calls: Math.max(...costs.map(({ calls }) => calls)), slowest: last?.ms ?? 0 };
  });
  const worst = Math.max(...pages.map((page) => page.worst));
  const oneState = pages.filter(({ page }) => !page.startsWith('3 states'));
  const most = Math.max(...oneState.map(({ calls }) => calls));
  const several = Math.max(...pages.map(({ calls }) => calls));
  const slowest = Math.max(...pages.map((page) => page.slowest));
  const figure = `${worst.toFixed(2)}; ${most} calls (of 3 states ${several}); slowest page among 1 M bots ${slowest.toFixed(1)} ms; units by DynamoDB's rules over the local table`;
  return judged(
    figure,
    over(
      { 'max/min': worst, calls: most, 'calls of 3 states': several },
      { 'max/min': 1.05, calls: 4, 'calls of 3 states': 4 },
    ),
  );
};

export const listPageRows: readonly Row[] = [
  {
    number: 5,
    title: 'a page of bots among 1 k, 100 k and 1 M, of 12 filters, first and deep, both ways: cost max/min; calls',
    target: '≤ 1.05; ≤ 4',
    measure,
  },
];
