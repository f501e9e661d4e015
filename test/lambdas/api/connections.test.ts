/**
 * Connections over the API as it is deployed: every way through their states of up to four steps, against the table of states.
 * Likewise what is told of them by webhooks, and what of their secrets is found where.
 */
import { describe, expect, it, vi } from 'vitest';
import { grantTable } from '../../../lib/domain/grant/grant.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { confMeetingRepository } from '../../../lib/storage/connections/conf-meetings.ts';
import { connectionCredentialsRepository } from '../../../lib/storage/connections/connection-credentials.ts';
import { connectionRepository } from '../../../lib/storage/connections/connections.ts';
import { createDisconnectConnection } from '../../../lib/usecases/connections/disconnect-connection.ts';
import { newsOf } from '../../../lib/usecases/webhooks/webhook-news.ts';
import { goodBodyFor } from '../../lab/api/good-bodies.ts';
import { newService } from '../../lab/api/service.ts';
import { storeOAuthApp } from '../../lab/builders/connections.ts';

const noSuch = 'con_01KJNWKZ00ABCDEFGHJKMNPQRS';
const acts = ['connect', 'disconnect', 'delete'] as const;
type Act = (typeof acts)[number];
type State = 'new' | 'connected' | 'disconnected' | 'gone';

/** All ways of so many steps. */
const ways = (steps: number): Act[][] =>
  steps === 0 ? [[]] : ways(steps - 1).flatMap((way) => acts.map((act) => [...way, act]));

/** What a step is in the table of states, and where it leads; undefined where it leads nowhere. */
const stepFrom = (state: State, act: Act) => {
  const name = act === 'connect' ? (state === 'new' || state === 'gone' ? 'create' : 'reconnect') : act;
  // A user whose connection was deleted has none, as if there had never been one.
  const from = name === 'create' ? 'new' : state;
  const { from: allowed, to } = grantTable[name];
  return (allowed as readonly State[]).includes(from) ? { name, to: to as State } : undefined;
};

const aWorld = async () => {
  const service = await newService();
  const { project_id } = service.projects[0];
  await storeOAuthApp(service.table, { project_id });
  const connections = connectionRepository(service.table);
  const meetings = confMeetingRepository(service.table);
  const disconnectConnection = createDisconnectConnection({ connections, meetings, clock: systemClock });
  return {
    ...service,
    project_id,
    credentials: connectionCredentialsRepository(service.table),
    connect: async (code: string) => {
      const body = { ...goodBodyFor('createConnection'), authorization_code: code };
      const answer = await service.call('createConnection', 0, { body });
      return { ...answer, body: answer.body as { id: string; state: string } };
    },
    disconnect: (connection_id: string) =>
      disconnectConnection({ project_id, connection_id }, 'access_revoked', () => true),
  };
};

describe('the states of a connection', () => {
  it('are those of the table, whichever way leads through them', async () => {
    const world = await aWorld();
    const { project_id } = world;
    for (const [n, way] of ways(4).entries()) {
      const code = `way-${n}`;
      let state: State = 'new';
      let id = '';
      let ended = 0;
      const seen = world.table.changes.length;
      for (const act of way) {
        const step = stepFrom(state, act);
        if (act === 'connect') {
          const { status, body } = await world.connect(code);
          expect([status, body.state, body.id === id]).toEqual([201, 'connected', step?.name === 'reconnect']);
          id = body.id;
        } else if (act === 'delete') {
          const { status } = await world.call('deleteConnection', 0, { id: id || noSuch });
          expect(status).toBe(step ? 200 : 404);
        } else {
          expect(await world.disconnect(id || noSuch)).toBe(step !== undefined);
          ended += step ? 1 : 0;
        }
        state = step?.to ?? state;
        if (id === '') continue;
        const isThere = state === 'connected' || state === 'disconnected';
        const { status, body } = await world.call('getConnection', 0, { id });
        expect([way, status, (body as { state?: string }).state]).toEqual([
          way,
          isThere ? 200 : 404,
          isThere ? state : undefined,
        ]);
        // Only who is connected has anything that the platform could be asked with.
        const granted = await world.credentials.get({ project_id, connection_id: id });
        expect(granted !== undefined).toBe(state === 'connected');
        const query = `user_id=user-of-${code}`;
        const listed = (await world.call('listConnections', 0, { query })).body as { results: { id: string }[] };
        expect(listed.results.map((one) => one.id)).toEqual(isThere ? [id] : []);
      }
      // That a connection ended is told, each time once; and nothing else is.
      const told = world.table.changes.slice(seen).flatMap((change) => newsOf(change)?.events ?? []);
      expect(told.map(({ trigger }) => trigger)).toEqual(Array(ended).fill('conf_oauth_connection.state_change'));
    }
  });

  it('are found by lists of those in a state, newest first', async () => {
    const world = await aWorld();
    const made: string[] = [];
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const code of ['a', 'b', 'c', 'd']) {
      made.push((await world.connect(code)).body.id);
      // What is made in the same millisecond is in no order.
      vi.advanceTimersByTime(1);
    }
    vi.useRealTimers();
    for (const id of [made[0], made[2]]) await world.disconnect(id ?? '');
    const idsOf = async (query: string) => {
      const { body } = await world.call('listConnections', 0, { query });
      return (body as { results: { id: string }[] }).results.map(({ id }) => made.indexOf(id));
    };
    expect(await idsOf('state=connected')).toEqual([3, 1]);
    expect(await idsOf('state=disconnected')).toEqual([2, 0]);
    expect(await idsOf('state=disconnected&user_id=user-of-c')).toEqual([2]);
    expect(await idsOf('state=connected&user_id=user-of-c')).toEqual([]);
    expect(await idsOf('')).toEqual([3, 2, 1, 0]);
  });
});

describe('what was granted', () => {
  it('is in no answer, and in the table only as it was sealed', async () => {
    const world = await aWorld();
    const { text, body } = await world.connect('c4nary');
    const answers = [text, (await world.call('getConnection', 0, { id: body.id })).text];
    await world.call('createConnection', 0, {
      body: { ...goodBodyFor('createConnection'), authorization_code: 'spent' },
    });
    const stored = JSON.stringify(world.table.items());
    for (const secret of ['access c4nary', 'refresh c4nary', 'secret-of-conf']) {
      for (const answer of answers) expect(answer).not.toContain(secret);
      if (secret !== 'secret-of-conf') expect(stored).not.toContain(secret);
    }
  });
});
