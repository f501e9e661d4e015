/** Promises 28 and 29 of checks.md: tokens that are replaced with each use. */
import { describe, expect, it, vi } from 'vitest';
import type { Table } from '../../../lib/ports/table.ts';
import { refOfConnection } from '../../../lib/storage/connections/connection-item.ts';
import { confQuirks } from '../../facsimiles/conf/conf.ts';
import { eachQuirk } from '../../facsimiles/quirks.ts';
import { runs } from '../../lab/properties.ts';
import { aConnectionWorld } from '../../lab/worlds/connections/connection-world.ts';
import { renewTokens } from '../../lab/worlds/connections/renewed-tokens.ts';

vi.spyOn(process.stdout, 'write').mockReturnValue(true);

const hour = 3_600;
const day = 24 * hour;

/** A table of a process that dies at a moment: nothing that it wants is done from then on. */
const dyingTable = (table: Table, isOver: (call: string) => boolean, when: 'before' | 'after'): Table => {
  let isDead = false;
  return {
    ...table,
    async get(key) {
      if (isDead) throw new Error('the process is dead');
      return table.get(key);
    },
    async write(...writes) {
      const dies = isOver(JSON.stringify(writes));
      if (!isDead && !(dies && when === 'before')) await table.write(...writes);
      isDead ||= dies;
      if (isDead) throw new Error('the process is dead');
    },
  };
};

describe('access by a connection', () => {
  it('costs the platform nothing while the token is good', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    const openConnection = world.openConnection();
    const { access_token } = await openConnection(refOfConnection(connection));
    expect((await world.platform.user(access_token)).user_id).toBe(connection.user_id);
    expect(world.conf.tokenRequests('refresh_token')).toBe(0);
  });

  eachQuirk(confQuirks, (quirks) =>
    it('is renewed once, however many need it at a time, and nobody uses what is dead', async () => {
      await using world = await aConnectionWorld({ quirks });
      const ref = refOfConnection(await world.connect());
      const processes = Array.from({ length: 50 }, () => world.openConnection());
      for (let round = 1; round <= 3; round += 1) {
        world.clock.advance(hour);
        const access = await Promise.all(processes.map((openConnection) => openConnection(ref)));
        expect(new Set(access.map(({ access_token }) => access_token)).size).toBe(1);
        expect(world.conf.tokenRequests('refresh_token')).toBe(round);
        await world.platform.user(access[0]?.access_token ?? '');
      }
      expect(world.conf.grants).toBe(1);
    }),
  );

  it('is renewed when the platform does not take a token that should be good', async () => {
    await using world = await aConnectionWorld();
    const ref = refOfConnection(await world.connect());
    const openConnection = world.openConnection();
    const { generation } = await openConnection(ref);
    const another = await openConnection(ref, { refused: generation });
    expect(another.generation).toBe(generation + 1);
    // Somebody who comes late with the same complaint is given what is new.
    expect(await openConnection(ref, { refused: generation })).toEqual(another);
    expect(world.conf.tokenRequests('refresh_token')).toBe(1);
  });

  it('waits for who holds the lease, and takes it over when that is over', async () => {
    await using world = await aConnectionWorld();
    const connection = await world.connect();
    const ref = refOfConnection(connection);
    world.clock.advance(hour);
    const known = await world.credentialsOf(connection);
    if (!known) throw new Error('nothing is stored');
    expect(await world.credentials.lease(known, new Date(world.clock.now().getTime() + 10_000))).toBe(true);
    // As long as the one who holds it does not come to an end, nobody else asks.
    let looks = 0;
    const waiting = world.openConnection({
      ...world.table,
      get: (key) => {
        if (key.sk === 'credentials') looks += 1;
        if (looks > 3) world.clock.advance(4);
        return world.table.get(key);
      },
    });
    const access = await waiting(ref);
    expect(access.generation).toBe(known.generation + 1);
    expect(world.conf.tokenRequests('refresh_token')).toBe(1);
    expect(looks).toBeGreaterThan(3);
  });

  it('is not to be had where nothing is granted any more', async () => {
    await using world = await aConnectionWorld();
    await expect(world.openConnection()({ project_id: 'prj_1', connection_id: 'con_1' })).rejects.toThrow(
      'no such connection',
    );
  });

  describe('when a process dies while it renews', () => {
    const isLease = (call: string) => call.includes('"lease_until":"2026');
    const isRenewal = (call: string) => call.includes('"put"') && call.includes('connection_credentials');
    /** What another process finds, at once or when the lease is over, and how often the platform was asked. */
    const deaths: [string, typeof isLease, 'before' | 'after', 'well' | 'invalid_grant'][] = [
      ['before it has the lease', isLease, 'before', 'well'],
      ['once it has the lease', isLease, 'after', 'well'],
      // The platform has replaced the token, and nobody knows the new one: that is truly lost.
      ['before it has stored what came', isRenewal, 'before', 'invalid_grant'],
      ['once it has stored what came', isRenewal, 'after', 'well'],
    ];
    it.each(deaths)('%s', async (_, isOver, when, outcome) => {
      await using world = await aConnectionWorld();
      const connection = await world.connect();
      const ref = refOfConnection(connection);
      world.clock.advance(hour);
      const dying = world.openConnection(dyingTable(world.table, isOver, when));
      await expect(dying(ref)).rejects.toThrow('dead');
      world.clock.advance(11);
      expect(await world.work(connection)).toBe(outcome);
      await world.pass(2, 61);
      expect((await world.get(connection))?.state).toBe(outcome === 'well' ? 'connected' : 'disconnected');
      expect(world.told()).toHaveLength(outcome === 'well' ? 0 : 1);
    });
  });
});

describe('a connection that nobody uses', () => {
  it.each([true, false])('is kept alive (local recording: %s)', async (is_local_recording_token_supported) => {
    await using world = await aConnectionWorld();
    const connection = await world.connect({ is_local_recording_token_supported });
    for (let passed = 0; passed < 91; passed += 1) await world.pass(1, day);
    expect(world.conf.tokenRequests('refresh_token')).toBeGreaterThanOrEqual(3);
    expect(await world.get(connection)).toMatchObject({ state: 'connected', connection_failure_data: null });
    expect(world.outcomes).not.toContain('invalid_grant');
    // Not so often that anybody would mind.
    expect(world.conf.tokenRequests('refresh_token')).toBeLessThanOrEqual(14);
  });
});

describe('an endpoint that takes the second use of a token for a theft', () => {
  it('never finds one, however many need what is new at a time', async () => {
    const rounds = runs(20);
    expect(await renewTokens(50, rounds)).toEqual({ requests: rounds, disagreed: 0 });
  });
});
