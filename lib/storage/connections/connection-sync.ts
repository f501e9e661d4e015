import * as z from 'zod';
import { connectionFailures } from '../../domain/connection/connection-failures.ts';
import type { ConnectionSync } from '../../domain/connection/connection-sync.ts';
import { StaleError } from '../../domain/errors.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { dueAt } from '../due.ts';
import { failingOf } from '../failing.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { type ConnectionRef, connectionSyncKey } from '../keys.ts';
import { listedIn } from '../listings.ts';

/** What of connections is due at a moment: the connections themselves. */
export const dueConnections = 'connections';

/** The name under which a connection is due. */
export const dueNameOfConnection = ({ project_id, connection_id }: ConnectionRef): string =>
  `${project_id}/${connection_id}`;

/** The connection that a name says to be due. */
export const dueConnectionIn = (name: string): ConnectionRef => {
  const [project_id = '', connection_id = ''] = name.split('/');
  return { project_id, connection_id };
};

const syncItems = itemKind<ConnectionSync>('connection_sync', () =>
  z.object({
    project_id: z.string(),
    connection_id: z.string(),
    generation: z.number(),
    not_before: z.string().nullable(),
    failure: failingOf(connectionFailures.names).nullable(),
  } satisfies Fields<ConnectionSync>),
);

const placeOf = (ref: ConnectionRef, due: Date) => listedIn(dueAt(dueConnections, dueNameOfConnection(ref), due));

export const itemOfConnectionSync = (sync: ConnectionSync, due: Date): Item =>
  syncItems.itemOf(connectionSyncKey(sync), sync, placeOf(sync, due));

/** The write that has a connection looked at soon, which is there. */
export const hastening = (ref: ConnectionRef, due: Date): Write => ({
  update: connectionSyncKey(ref),
  set: placeOf(ref, due),
  when: { exists: true },
});

/** When connections are looked at. Every write of a run names the run's generation: one that was overtaken writes nothing. */
export const connectionSyncRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  async get(ref: ConnectionRef): Promise<ConnectionSync | undefined> {
    const item = await table.get(connectionSyncKey(ref));
    return item && syncItems.recordOf(item);
  },

  /** Begins a run. Answers false when somebody else was first, or the connection is gone. */
  async take(sync: ConnectionSync): Promise<boolean> {
    const { generation } = sync;
    const when = { equals: { generation: generation - 1 } };
    return (await attempt(table.write({ update: connectionSyncKey(sync), set: { generation }, when }))).isDone;
  },

  /** Ends a run, with what belongs together with its end. @throws StaleError when it was overtaken */
  async finish(sync: ConnectionSync, due: Date, together: readonly Write[] = []): Promise<void> {
    const when = { equals: { generation: sync.generation } };
    const { refusal } = await attempt(table.write({ put: itemOfConnectionSync(sync, due), when }, ...together));
    if (refusal) throw new StaleError(sync.connection_id, { cause: refusal });
  },

  /** Has a connection looked at soon. Nothing happens when it is gone. */
  async hasten(ref: ConnectionRef, due: Date): Promise<void> {
    await attempt(table.write(hastening(ref, due)));
  },

  /** Has a connection looked at when its platform may be asked again. Nothing happens when a run has begun meanwhile. */
  async postpone({ not_before, generation, ...ref }: ConnectionSync): Promise<void> {
    if (not_before === null) return;
    const when = { equals: { generation, not_before } };
    const set = placeOf(ref, new Date(not_before));
    await attempt(table.write({ update: connectionSyncKey(ref), set, when }));
  },

  /** Nothing is left to be done about a connection that is gone, unless it is made anew just now. */
  async forget({ generation, ...ref }: ConnectionSync): Promise<void> {
    await attempt(table.write({ delete: connectionSyncKey(ref), when: { equals: { generation } } }));
  },
});
export type ConnectionSyncRepository = ReturnType<typeof connectionSyncRepository>;
