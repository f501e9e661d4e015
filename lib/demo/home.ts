/** What every demo stands on: the service of one machine, a client, a receiver of webhooks and a folder that goes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bot, type MeetingBots, meetingBots } from '../client/index.ts';
import type { RoomAddress } from '../demo-room/rooms.ts';
import { isFinal } from '../domain/bot/lifecycle.ts';
import { webhookTriggers } from '../domain/webhook/webhook-triggers.ts';
import { faultsOf } from './faults.ts';
import { startService } from './service.ts';
import { type ReceivedWebhook, startWebhookSink, type WebhookSink } from './webhook-sink.ts';

const lookEveryMs = 50;

/** How long a demo waits for what must come. A busy machine is slow, not wrong: how fast it is, the benchmark says. */
export const patienceMs = 5 * 60_000;

/** All that can be told of a bot. */
export const botTriggers = webhookTriggers.filter((trigger) => !/^(?:conf_|calendar\.)/.test(trigger));

export interface DemoHome extends AsyncDisposable {
  readonly base_url: string;
  /** Signs in whoever opens it first. */
  readonly dashboard_url: string;
  readonly client: MeetingBots;
  readonly sink: WebhookSink;
  /** Where the service keeps everything. */
  readonly data_dir: string;
  /** The process that the service runs in. */
  readonly pid: number;
  /** Opens a room of its own for the demo. */
  createRoom(): Promise<RoomAddress>;
  /** Waits until the bot is where it should be. @throws when it ends elsewhere, or when that takes too long */
  until(id: string, reached: (bot: Bot) => boolean, longest_ms?: number): Promise<Bot>;
}

/** Starts everything; `say` tells the person who watches, `tell` hears each webhook. `environment` is the service's, beside this process's. */
export const openHome = async (
  say: (line: string) => void,
  tell: (webhook: ReceivedWebhook) => void,
  environment: Readonly<Record<string, string>> = {},
): Promise<DemoHome> => {
  await using cleanUp = new AsyncDisposableStack();
  const dataFolder = await mkdtemp(join(tmpdir(), 'meeting-bots-demo-'));
  cleanUp.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const service = cleanUp.use(await startService(dataFolder, { environment: { ...process.env, ...environment } }));
  const { base_url, api_key, webhook_secret, dashboard_url } = service.ready;
  say(`service ready at ${base_url}`);
  const sink = cleanUp.use(await startWebhookSink(webhook_secret, tell));
  const client = meetingBots(base_url, api_key);
  const owned = cleanUp.move();
  return {
    base_url,
    dashboard_url,
    client,
    sink,
    data_dir: dataFolder,
    pid: service.process.pid ?? 0,
    async createRoom() {
      const response = await fetch(new URL('/room-api/rooms', base_url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      if (!response.ok) throw new Error(`no room could be opened: ${response.status} ${await response.text()}`);
      return (await response.json()) as RoomAddress;
    },
    async until(id, reached, longest_ms = patienceMs) {
      for (const giveUpAt = Date.now() + longest_ms; ; await delay(lookEveryMs)) {
        const bot = await client.getBot({ path: { object_id: id } });
        if (reached(bot)) return bot;
        if (!isFinal(bot.state) && Date.now() < giveUpAt) continue;
        const last = bot.events.at(-1);
        const after = isFinal(bot.state) ? '' : ` after ${Math.round(longest_ms / 1000)} s`;
        const faults = await faultsOf(id, { said: service.said, data_dir: dataFolder });
        throw new Error([`the bot is ${bot.state} (${last?.type}, ${last?.sub_type})${after}`, ...faults].join('\n'));
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
