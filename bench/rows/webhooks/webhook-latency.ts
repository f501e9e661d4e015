/** Rows 10 and 11: how long a webhook takes on one machine, alone and beside a server that never answers. */
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { aBot } from '../../../test/lab/builders/records.ts';
import type { Row } from '../../row.ts';
import { aServer, percentile, webhookWorld } from '../../worlds/webhook-world.ts';

const idOf = (n: number): string => `bot_01KJNWKZ00BENCH${String(n).padStart(11, '0')}`;

const states = 300;
const everyMs = 40;

/** From the write of a bot's state until its webhook is there, ms. */
const stateLatencies = async (): Promise<number[]> => {
  const latencies: number[] = [];
  using server = await aServer(async (request, response) => {
    const { data } = (await json(request)) as { data: { created_at: string } };
    latencies.push(Date.now() - Date.parse(data.created_at));
    response.writeHead(204).end();
  });
  await using world = await webhookWorld({ on: 'disk' });
  const project_id = await world.subscriber(server.url);
  await world.start();
  for (let n = 0; n < states; n += 1) {
    const created_at = new Date().toISOString();
    const events = [{ type: 'join_requested' as const, sub_type: null, created_at, state: 'joining' as const }];
    await world.bots.create(aBot({ id: idOf(n), project_id, events }));
    await pause(everyMs);
  }
  for (let waited = 0; latencies.length < states && waited < 10_000; waited += 50) await pause(50);
  if (latencies.length < states) throw new Error(`${states - latencies.length} webhooks did not arrive`);
  return latencies;
};

const servers = 20;
const runMs = 25_000;
/** Events a second for each server. */
const rate = 2;

/** Latencies at the servers that answer, ms; the first of all answers or not. */
const besideOthers = async (isOneDead: boolean): Promise<number[]> => {
  const latencies: number[] = [];
  await using cleanUp = new AsyncDisposableStack();
  const world = cleanUp.use(await webhookWorld({ on: 'memory' }));
  const projects: string[] = [];
  for (let n = 0; n < servers; n += 1) {
    const server = await aServer(async (request, response) => {
      const { data, trigger } = (await json(request)) as { trigger: string; data: { timestamp_ms: number } };
      if (n === 0 && isOneDead) return;
      // The first server is left out of both runs.
      if (n > 0 && trigger === 'transcript.update') latencies.push(Date.now() - data.timestamp_ms);
      response.writeHead(204).end();
    });
    cleanUp.use(server);
    projects.push(await world.subscriber(server.url));
  }
  for (const [n, project_id] of projects.entries()) await world.bots.create(aBot({ id: idOf(n), project_id }));
  await world.start();
  const start = Date.now();
  let sent = 0;
  for (let n = 0; Date.now() - start < runMs; n += 1) {
    const [index, timestamp_ms] = [n % servers, Date.now()];
    if (index > 0) sent += 1;
    await world.say([{ project_id: projects[index] ?? '', bot_id: idOf(index), timestamp_ms }]);
    await pause(Math.max(0, start + ((n + 1) * 1000) / (rate * servers) - Date.now()));
  }
  for (let waited = 0; latencies.length < sent && waited < 10_000; waited += 50) await pause(50);
  if (latencies.length < sent) throw new Error(`${sent - latencies.length} webhooks did not arrive`);
  return latencies;
};

const isolation = async (): Promise<string> => {
  // At the same time, so that whatever else this machine does falls on both.
  const [without, beside] = await Promise.all([besideOthers(false), besideOthers(true)]);
  const [alone, dead] = [percentile(without, 0.99), percentile(beside, 0.99)];
  return `${(dead / alone).toFixed(2)} (${dead} / ${alone} ms)`;
};

export const webhookLatencyRows: readonly Row[] = [
  {
    number: 10,
    title: 'one dead endpoint among 20: p99 of the others against none dead',
    target: '≤ 1.1',
    measure: isolation,
  },
  {
    number: 11,
    title: 'state write → webhook sent, local stack, s',
    target: 'p50 ≤ 0.02, p99 ≤ 0.1',
    measure: async () => {
      const latencies = await stateLatencies();
      const seconds = (share: number) => (percentile(latencies, share) / 1000).toFixed(3);
      return `p50 ${seconds(0.5)}, p99 ${seconds(0.99)}`;
    },
  },
];
