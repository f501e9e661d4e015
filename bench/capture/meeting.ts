/** A service with a meeting in its demo room, for measuring what one bot in it costs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type MeetingBots, meetingBots } from '../../lib/client/index.ts';
import { commandOf, treeOf } from '../../lib/demo/process-tree.ts';
import { startService } from '../../lib/demo/service.ts';
import type { Script } from '../../lib/demo-room/script.ts';
import { runScript } from '../../lib/demo-room/scripted-participants.ts';

export interface BenchMeeting extends AsyncDisposable {
  readonly client: MeetingBots;
  readonly meeting_url: string;
  /** The capture worker that is running. */
  workerPid(): Promise<number>;
  /** Waits until the bot is in a state. */
  reach(id: string, state: string): Promise<void>;
}

/** Starts the service and lets the script's people meet and talk. */
export const openMeeting = async (script: Script): Promise<BenchMeeting> => {
  await using cleanUp = new AsyncDisposableStack();
  const dataFolder = await mkdtemp(join(tmpdir(), 'meeting-bots-bench-'));
  cleanUp.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const service = cleanUp.use(await startService(dataFolder));
  const { base_url, api_key } = service.ready;
  const client = meetingBots(base_url, api_key);
  const answer = await fetch(new URL('/room-api/rooms', base_url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const room = (await answer.json()) as { room_id: string; room_path: string; host_path: string };
  const people = cleanUp.use(await runScript({ base_url, room, script }));
  people.start();
  const owned = cleanUp.move();
  return {
    client,
    meeting_url: new URL(room.room_path, base_url).href,
    async workerPid() {
      for (const { pid } of await treeOf(service.process.pid ?? 0)) {
        if ((await commandOf(pid)).includes('capture-worker.ts')) return pid;
      }
      throw new Error('there is no capture worker');
    },
    async reach(id, state) {
      for (;;) {
        const bot = await client.getBot({ path: { object_id: id } });
        if (bot.state === state) return;
        if (bot.state === 'fatal_error') throw new Error(`the bot ended in ${bot.events.at(-1)?.sub_type}`);
        await delay(50);
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
