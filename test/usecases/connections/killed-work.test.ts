/**
 * Work on connections that is killed, or cut off, before or after any call of the table or of the platform: done again, it
 * leads where one leads that is not.
 */
import { describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../../lib/domain/connection/connection.ts';
import { refOfConnection } from '../../../lib/storage/connections/connection-item.ts';
import { dueNameOfConnection } from '../../../lib/storage/connections/connection-sync.ts';
import type { ConnectionMessage } from '../../../lib/usecases/connections/connection-queue.ts';
import { type Death, deadlyPorts, Killed } from '../../lab/doubles/deadly-ports.ts';
import {
  aConnectionWorld,
  type ConnectionWorld,
  maya,
  project_id,
} from '../../lab/worlds/connections/connection-world.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

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

interface Point {
  /** Counts the calls from 1. */
  readonly call: number;
  readonly isAfter: boolean;
  readonly how: Death;
}

const carryOut = async (prepare: Prepare, point: Point | undefined) => {
  await using world = await aConnectionWorld();
  const connection = await world.connect();
  const message = await prepare(world, connection);
  const ports = deadlyPorts();
  if (point) ports.arm(point.call, point.isAfter, point.how);
  const isKilled = await world
    .workThrough(ports.each)(message)
    .then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return true;
      },
    );
  const calls = ports.calls();
  // The message comes again, some minutes later; and what is due is due.
  world.clock.advance(240);
  await world.workThrough((port) => port)(message);
  await world.pass(3, 61);
  return { end: await endOf(world, connection), calls, isKilled };
};

const deaths = [false, true].flatMap((isAfter) => (['dead', 'cut off'] as const).map((how) => ({ isAfter, how })));

describe('work that is killed, or cut off', () => {
  it.each(works)('is done in the end: %s', async (_, prepare) => {
    const { end, calls } = await carryOut(prepare, undefined);
    expect(calls).toBeGreaterThanOrEqual(3);
    const points = Array.from({ length: calls }, (_, n) => deaths.map((death) => ({ call: n + 1, ...death }))).flat();
    for (const point of points) {
      const broken = await carryOut(prepare, point);
      expect({ point, end: broken.end }).toEqual({ point, end });
      // Whoever is cut off may do without what that was for.
      if (point.how === 'dead') expect(broken.isKilled).toBe(true);
    }
  });
});
