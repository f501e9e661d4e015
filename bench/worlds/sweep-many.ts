/** A sweep with very much to do: what it reads, and how long it takes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient, dynamoDbTable } from '../../lib/adapters/aws/table.ts';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { sqliteTable } from '../../lib/adapters/local/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import type { Table } from '../../lib/ports/table.ts';
import { dueCalendars } from '../../lib/storage/calendars/due-calendars.ts';
import { dueAt, dueRepository } from '../../lib/storage/due.ts';
import { listedIn } from '../../lib/storage/listings.ts';
import { createSweepDue } from '../../lib/usecases/timers/sweep-due.ts';
import { emulator } from '../../test/lab/hosts/aws-endpoint.ts';
import { createTable } from '../../test/lab/hosts/dynamo-db.ts';
import { startDynoxide } from '../../test/lab/hosts/dynoxide.ts';

const mostAtOnce = 100;

interface Store extends AsyncDisposable {
  readonly table: Table;
}

const onSqlite = async (): Promise<Store> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-sweep-'));
  const database = openDatabase(folder);
  return {
    table: sqliteTable(database),
    async [Symbol.asyncDispose]() {
      database.close();
      await rm(folder, { recursive: true });
    },
  };
};

/** DynamoDB as Dynoxide plays it. */
const onDynoxide = async (): Promise<Store> => {
  const { url, stop } = await startDynoxide();
  const client = new DynamoDBClient(emulator(url));
  await client.send(createTable('sweep'));
  return {
    table: dynamoDbTable(documentClient(client), 'sweep'),
    async [Symbol.asyncDispose]() {
      client.destroy();
      stop();
    },
  };
};

const stores = { SQLite: onSqlite, Dynoxide: onDynoxide };

/** So many are due, and so many others are not for an hour. */
export const sweepMany = async (on: keyof typeof stores, due: number, others: number) => {
  await using store = await stores[on]();
  const { table } = store;
  const now = systemClock.now().getTime();
  const itemOf = (n: number) => {
    const id = `prj_1/cal_${String(n).padStart(26, '0')}`;
    const at = new Date(n < due ? now - n : now + 3_600_000);
    return { put: { pk: `calendar#${id}`, sk: 'sync', ...listedIn(dueAt(dueCalendars, id, at)) } };
  };
  for (let n = 0; n < due + others; n += mostAtOnce) {
    await table.write(...Array.from({ length: mostAtOnce }, (_, i) => itemOf(n + i)));
  }
  let read = 0;
  const query: Table['query'] = async (asked) => {
    const items = await table.query(asked);
    read += items.length;
    return items;
  };
  const sent = new Set<string>();
  const sweep = createSweepDue({
    due: dueRepository({ ...table, query }, dueCalendars),
    queue: {
      send: async (messages) => {
        for (const { body } of messages) sent.add((body as { id: string }).id);
      },
    },
    clock: systemClock,
  });
  const [began, before] = [performance.now(), process.cpuUsage()];
  await sweep();
  const { user, system } = process.cpuUsage(before);
  return { sent: sent.size, read, seconds: (performance.now() - began) / 1000, cpu_seconds: (user + system) / 1e6 };
};
