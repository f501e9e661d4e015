/** A whole worker in a meeting that never rests: the service of one machine, its worker, its browser. */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type MeetingBots, meetingBots } from '../../lib/client/index.ts';
import { captureWorkers } from '../../lib/demo/process-tree.ts';
import { startService } from '../../lib/demo/service.ts';
import type { RoomAddress } from '../../lib/demo-room/rooms.ts';
import { runScript, type ScriptRun } from '../../lib/demo-room/scripted/run-script.ts';
import { workPlace } from '../../lib/process/disk/work-folder.ts';
import { saying } from '../../test/lab/hosts/transcription-server.ts';
import { chromiumWith } from '../chromium-with.ts';
import { busyMeeting } from './busy-meeting.ts';
import { inspectable, nodeHeapMb, pageHeapsMb } from './heaps.ts';
import { folderMb, type Sample, workerMemory } from './samples.ts';

const recordingWithinMs = 120_000;

/** Answers every piece of speech with the same words, and keeps nothing. */
const aTranscriber = async () => {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.setHeader('content-type', 'application/json').end(JSON.stringify(saying('Yes.'))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** People who go on whatever happens: on a machine that is too busy for one of them, all come anew. */
const keepTalking = async (base_url: string, room: RoomAddress): Promise<AsyncDisposable> => {
  const begin = async (): Promise<ScriptRun> => {
    const run = await runScript({ base_url, room, script: busyMeeting() });
    run.start();
    return run;
  };
  let isOver = false;
  let run = await begin();
  const goOn = async (): Promise<void> => {
    while (!isOver) {
      await run.done.catch((error: unknown) => console.error(`  the people stopped: ${error}`));
      if (!isOver) run = await begin();
    }
  };
  const going = goOn();
  return {
    async [Symbol.asyncDispose]() {
      isOver = true;
      await run.close();
      await going.catch(() => undefined);
    },
  };
};

export interface BusyWorker extends AsyncDisposable {
  readonly client: MeetingBots;
  readonly path: { readonly object_id: string };
  /** What its processes take and its files; with `heaps`, also what its scripts hold, for which it collects its garbage. */
  sample(heaps: boolean): Promise<Sample>;
}

/** A bot that records 720p of the busy meeting, and has what is said transcribed. */
export const startBusyWorker = async (): Promise<BusyWorker> => {
  await using cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-memory-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const data = join(folder, 'data');
  const transcriber = cleanUp.use(await aTranscriber());
  const environment = {
    ...process.env,
    TMPDIR: folder,
    CHROMIUM_PATH: await chromiumWith(folder, [inspectable]),
    CUSTOM_ASYNC_TRANSCRIPTION_URL: transcriber.url,
    // Opened by a signal only, on any port.
    NODE_OPTIONS: '--inspect-port=0',
  };
  const service = cleanUp.use(await startService(data, { environment }));
  const { base_url, api_key } = service.ready;
  const client = meetingBots(base_url, api_key);
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const room = (await (await fetch(new URL('/room-api/rooms', base_url), asked)).json()) as RoomAddress;
  cleanUp.use(await keepTalking(base_url, room));
  const { id } = await client.createBot({
    body: {
      meeting_url: new URL(room.room_path, base_url).href,
      bot_name: 'Busy',
      recording_settings: { resolution: '720p' },
      transcription_settings: { custom_async: {} },
    },
  });
  const path = { object_id: id };
  const isRecording = async (): Promise<boolean> => (await client.getBot({ path })).state === 'joined_recording';
  for (const giveUp = Date.now() + recordingWithinMs; !(await isRecording()); await delay(200))
    if (Date.now() > giveUp) throw new Error('the bot does not record');
  const [worker = 0] = await captureWorkers(service.process.pid ?? 0);
  const temporary = workPlace(folder);
  const ownFolder = `${hostname().replaceAll(/[^\w-]/g, '-')}.${worker}.`;
  const heapsMb = async (): Promise<Sample> => {
    const [own = ''] = (await readdir(temporary)).filter((name) => name.startsWith(ownFolder));
    const node = await nodeHeapMb(worker, join(data, 'logs', `${id}-1-capture.log`));
    const { page, media_worker } = await pageHeapsMb(join(temporary, own, 'profile'));
    return { 'heap of node': node, 'heap of page': page, 'heap of media worker': media_worker };
  };
  const owned = cleanUp.move();
  return {
    client,
    path,
    async sample(heaps) {
      const collected = heaps ? await heapsMb() : {};
      const memory = await workerMemory(worker);
      if (memory.all === 0) throw new Error('the worker has ended');
      return { ...memory, ...collected, files: await folderMb(temporary) };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
