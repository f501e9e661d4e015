/** Row 12a: what is lost when the whole service of one machine is killed again and again, under load and in a meeting. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bot, type MeetingBots, meetingBots } from '../../../lib/client/index.ts';
import { type Service, startService } from '../../../lib/demo/service.ts';
import { startDemoRoom } from '../../../lib/demo-room/own-server.ts';
import { runScript } from '../../../lib/demo-room/scripted/run-script.ts';
import type { ScriptEvent } from '../../../lib/demo-room/scripted/stage.ts';
import { meetingOf } from '../../capture/people.ts';
import { diligentClients } from '../../kills/diligent-clients.ts';
import type { Row } from '../../row.ts';
import { aServer } from '../../worlds/webhook-world.ts';

const kills = 8;
const killedAfterMs = (): number => 2_000 + 3_000 * Math.random();
const reachedWithinMs = 120_000;
const lookEveryMs = 100;
/** Nobody hears the whole of a sentence that is begun before, or not ended after, they come and go. */
const marginMs = 6_000;

interface Told {
  readonly idempotency_key: string;
  readonly bot_id: string;
  readonly data: { readonly sequence: number };
}

const reach = async (client: () => MeetingBots, id: string, reached: (bot: Bot) => boolean): Promise<Bot> => {
  for (const giveUpAt = Date.now() + reachedWithinMs; ; await delay(lookEveryMs)) {
    const bot = await client().getBot({ path: { object_id: id } });
    if (reached(bot)) return bot;
    if (Date.now() > giveUpAt) throw new Error(`the bot is ${bot.state}`);
  }
};

/** A home that can be killed, and comes back over the same data. */
const aHome = async (demo_room_host: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-kills-'));
  const environment = { ...process.env, DEMO_ROOM_HOSTS: demo_room_host, REQUESTS_PER_SECOND: '1000000' };
  let service: Service = await startService(folder, { environment });
  return {
    ready: () => service.ready,
    client: () => meetingBots(service.ready.base_url, service.ready.api_key),
    killAndStart: async () => {
      const exited = once(service.process, 'exit');
      service.process.kill('SIGKILL');
      await exited;
      service = await startService(folder, { environment });
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

const sentencesMissing = async (client: MeetingBots, id: string, said: readonly ScriptEvent[]): Promise<string[]> => {
  const transcript = await client.getTranscript({ path: { object_id: id } });
  const isThere = ({ text = '', timestamp_ms }: ScriptEvent): boolean =>
    transcript.some(
      (one) => one.transcription.transcript.includes(text) && Math.abs(one.timestamp_ms - timestamp_ms) < marginMs,
    );
  return said.filter((one) => !isThere(one)).map(({ text = '' }) => text);
};

const measure = async (): Promise<string> => {
  await using cleanUp = new AsyncDisposableStack();
  const told: Told[] = [];
  const sink = cleanUp.use(
    await aServer(async (request, response) => {
      told.push((await json(request)) as Told);
      response.writeHead(204).end();
    }),
  );
  const { base_url, host, demoRoom } = cleanUp.use(await startDemoRoom());
  const room = demoRoom.createRoom();
  const home = cleanUp.use(await aHome(host));
  const { client } = home;
  const said: ScriptEvent[] = [];
  const onEvent = (event: ScriptEvent) => void (event.type === 'say' && said.push(event));
  const people = cleanUp.use(await runScript({ base_url, room, script: meetingOf(2), onEvent }));
  people.start();

  const { id } = await client().createBot({
    body: {
      meeting_url: new URL(room.room_path, base_url).href,
      bot_name: 'Bench',
      recording_settings: { resolution: '720p' },
    },
  });
  await reach(client, id, ({ state }) => state === 'joined_recording');
  const joined_ms = Date.now();

  const clients = diligentClients(home.ready, sink.url);
  let isOver = false;
  const writing = clients.write(() => isOver);
  for (let n = 1; n <= kills; n += 1) {
    await delay(killedAfterMs());
    await home.killAndStart();
    console.error(`  killed ${n} times, ${clients.answered()} writes answered`);
  }
  isOver = true;
  await writing;
  const left_ms = Date.now();
  await client().leaveBot({ path: { object_id: id } });
  const { state } = await reach(client, id, (bot) => ['ended', 'fatal_error'].includes(bot.state));
  const { parts, duration_ms } = await client().getRecording({ path: { object_id: id } });
  const heard = said.filter(
    ({ timestamp_ms }) => timestamp_ms > joined_ms + 1_000 && timestamp_ms < left_ms - marginMs,
  );
  const missing = await sentencesMissing(client(), id, heard);

  const wereToldOf = (): Set<string> => new Set(told.map(({ bot_id }) => bot_id));
  const untold = (): number => clients.known.filter((bot) => bot.id !== undefined && !wereToldOf().has(bot.id)).length;
  for (const giveUpAt = Date.now() + reachedWithinMs; untold() > 0 && Date.now() < giveUpAt; ) await delay(lookEveryMs);
  const keys = new Map<string, Set<string>>();
  for (const { bot_id, idempotency_key, data } of told) {
    const what = `${bot_id} ${data.sequence}`;
    keys.set(what, (keys.get(what) ?? new Set()).add(idempotency_key));
  }
  const isSameId = [...keys.values()].every(({ size }) => size === 1);
  const complaints = await clients.complaints();
  for (const complaint of [...complaints, ...missing]) console.error(`  ${complaint}`);
  const seconds = (ms: number): string => (ms / 1000).toFixed(0);
  return [
    `${complaints.length} of ${clients.answered()} answered writes lost`,
    `${untold()} of ${clients.known.length} bots not told of, ${told.length - keys.size} webhooks twice, ${isSameId ? 'same id' : 'NOT the same id'}`,
    `the bot in a meeting ${state}: ${seconds(duration_ms)} of ${seconds(left_ms - joined_ms)} s recorded in ${parts.length} part, ${missing.length} of ${heard.length} sentences missing`,
  ].join('; ');
};

export const serviceKillRows: readonly Row[] = [
  {
    number: '12a',
    title: `the whole service of one machine killed ${kills} times while clients write and a bot records: lost`,
    target: '0; 0, same id; one part, 0',
    measure,
  },
];
