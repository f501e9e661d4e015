/** Row 12: what is lost and what comes twice when the sending process is killed again and again. */
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { aBot } from '../../../test/lab/builders/records.ts';
import type { Row } from '../../row.ts';
import { aServer, webhookWorld } from '../../worlds/webhook-world.ts';

const events = 10_000;
const bots = 50;
/** Events a second, so that the process is killed many times on the way. */
const rate = 500;
/** Until then it is killed again and again; then what is left may arrive. */
const killedForMs = 35_000;
const longestMs = 50_000;
const killedAfterMs = () => 500 + 2500 * Math.random();

const measure = async (): Promise<string> => {
  /** Ids by what was told: the same thing must have the same id however often it comes. */
  const ids = new Map<number, Set<string>>();
  let [received, kills] = [0, 0];
  using server = await aServer(async (request, response) => {
    const body = (await json(request)) as {
      idempotency_key: string;
      trigger: string;
      data: { timestamp_ms: number };
    };
    response.writeHead(204).end();
    if (body.trigger !== 'transcript.update') return;
    received += 1;
    const known = ids.get(body.data.timestamp_ms) ?? new Set();
    ids.set(body.data.timestamp_ms, known.add(body.idempotency_key));
  });
  await using world = await webhookWorld({ on: 'memory' });
  const project_id = await world.subscriber(server.url);
  const idOf = (n: number): string => `bot_01KJNWKZ00BENCH${String(n).padStart(11, '0')}`;
  await world.start();
  for (let n = 0; n < bots; n += 1) await world.bots.create(aBot({ id: idOf(n), project_id }));

  const start = Date.now();
  const isOver = (): boolean => ids.size === events || Date.now() - start > longestMs;
  const write = async (): Promise<void> => {
    for (let n = 0; n < events; n += bots) {
      await world.say(
        Array.from({ length: bots }, (_, bot) => ({ project_id, bot_id: idOf(bot), timestamp_ms: n + bot })),
      );
      // Also when behind: the server, too, lives in this process.
      await pause(Math.max(0, start + (n * 1000) / rate - Date.now()));
    }
  };
  const killAgainAndAgain = async (): Promise<void> => {
    while (!isOver() && Date.now() - start < killedForMs) {
      const after = Date.now() + killedAfterMs();
      while (Date.now() < after && !isOver()) await pause(20);
      if (isOver()) return;
      await world.kill();
      kills += 1;
      await world.start();
    }
  };
  await Promise.all([write(), killAgainAndAgain()]);
  while (!isOver()) await pause(50);
  // What is under way still arrives, perhaps for a second time.
  await pause(1000);
  const [lost, twice] = [events - ids.size, received - ids.size];
  const sameId = [...ids.values()].every(({ size }) => size === 1);
  const share = ((100 * twice) / events).toFixed(2);
  return `${lost} / ${share} %, ${sameId ? 'same id' : 'NOT the same id'} (${kills} kills)`;
};

export const webhookKillRows: readonly Row[] = [
  {
    number: 12,
    title: '10,000 events, sender killed every 0.5–3 s: lost / duplicated',
    target: '0 / ≤ 0.25 %, same id',
    measure,
  },
];
