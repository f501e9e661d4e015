/** Work on connections whose process dies before or after any call of the table: done again, it leads where one leads that does not. */
import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../../lib/domain/connection/connection.ts';
import type { Table, Write } from '../../../lib/ports/table.ts';
import { refOfConnection } from '../../../lib/storage/connections/connection-item.ts';
import { dueNameOfConnection } from '../../../lib/storage/connections/connection-sync.ts';
import type { ConnectionMessage } from '../../../lib/usecases/connections/connection-queue.ts';
import { aConnectionWorld, type ConnectionWorld, maya, project_id } from '../../lab/worlds/connection-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

interface Death {
  /** Counts the calls from 1. */
  readonly call: number;
  readonly when: 'before' | 'after';
}

/** A table of a process that dies at a call: nothing that it asks for is done from then on. */
const dying = (table: Table, { call, when }: Death) => {
  let calls = 0;
  const each =
    <A extends readonly unknown[], T>(ask: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      calls += 1;
      if (calls > call || (calls === call && when === 'before')) throw new Error('the process is dead');
      const answer = await ask(...given);
      if (calls >= call) throw new Error('the process is dead');
      return answer;
    };
  const through: Table = {
    get: each((key) => table.get(key)),
    getMany: each((keys) => table.getMany(keys)),
    query: each((query) => table.query(query)),
    write: each((...writes: readonly Write[]) => table.write(...writes)),
    update: each((update) => table.update(update)),
  };
  return { through, isOver: () => calls >= call };
};

const due = (connection: Connection): ConnectionMessage => ({ id: dueNameOfConnection(refOfConnection(connection)) });
const told = (world: ConnectionWorld, what: 'access_revoked' | 'meeting_planned'): ConnectionMessage => ({
  project_id,
  oauth_app_id: world.oauth_app_id,
  user_id: maya.id,
  told: what,
  at: world.clock.now().toISOString(),
  meeting: '77',
});

type Prepare = (world: ConnectionWorld, connection: Connection) => Promise<ConnectionMessage>;
const works: [string, Prepare][] = [
  ['a first look', async (_, connection) => due(connection)],
  [
    'a look at a user who is locked out',
    async (world, connection) => {
      world.conf.lockOut(maya);
      return due(connection);
    },
  ],
  [
    'a second refusal of the tokens',
    async (world, connection) => {
      world.conf.end(maya);
      world.clock.advance(3_600);
      await world.work(connection);
      world.clock.advance(61);
      return due(connection);
    },
  ],
  ['a user who takes the app away', async (world) => told(world, 'access_revoked')],
  ['a meeting that is planned', async (world) => told(world, 'meeting_planned')],
  [
    'a connection that was deleted',
    async (world, connection) => {
      await world.work(connection);
      const ref = refOfConnection(connection);
      await world.deleteConnection(ref);
      return due(connection);
    },
  ],
];

/** What is there in the end, whichever way led there. */
const endOf = async (world: ConnectionWorld, connection: Connection) => ({
  state: (await world.get(connection))?.state,
  error: (await world.get(connection))?.connection_failure_data?.error,
  hasCredentials: (await world.credentialsOf(connection)) !== undefined,
  hosts: await Promise.all(['2', '77'].map(world.hostOf)).then((hosts) => hosts.map((host) => host === connection.id)),
  told: world.told().length,
});

const carryOut = async (prepare: Prepare, death: Death | undefined) => {
  await using world = await aConnectionWorld();
  const connection = await world.connect();
  const message = await prepare(world, connection);
  const { through, isOver } = dying(world.table, death ?? { call: Number.POSITIVE_INFINITY, when: 'after' });
  const first = await world
    .workOver(through)(message)
    .catch((error: Error) => error.message);
  if (death && isOver()) expect(first).toBe('the process is dead');
  // The message comes again, some minutes later; and what is due is due.
  world.clock.advance(240);
  await world.workOver(world.table)(message);
  await world.pass(3, 61);
  return { end: await endOf(world, connection), isOver: isOver() };
};

describe('work whose process dies', () => {
  it.each(works)('is done in the end: %s', async (_, prepare) => {
    const { end } = await carryOut(prepare, undefined);
    let deaths = 0;
    for (let call = 1; ; call += 1) {
      const before = await carryOut(prepare, { call, when: 'before' });
      if (!before.isOver) break;
      const after = await carryOut(prepare, { call, when: 'after' });
      expect({ call, before: before.end, after: after.end }).toEqual({ call, before: end, after: end });
      deaths += 2;
    }
    expect(deaths).toBeGreaterThanOrEqual(6);
  });
});
