/** A bot's life for real: how soon it records, and what a minute in the meeting costs (rows 15 and 16, 720p). */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { meetingBots } from '../../lib/client/index.ts';
import { startService } from '../../lib/demo/service.ts';
import { Script } from '../../lib/demo-room/script.ts';
import { runScript } from '../../lib/demo-room/scripted-participants.ts';
import { commandOf, cpuSeconds, memoryMb, treeOf } from '../process-tree.ts';
import type { Row } from '../row.ts';

const measuredMs = 60_000;

interface Life {
  readonly joined_s: number;
  readonly first_line_s: number;
  readonly cpu_s_per_minute: number;
  readonly peak_mb: number;
  readonly ended_s: number;
  readonly begins_after_s: number;
  readonly ends_before_s: number;
}

/** The capture worker among the processes of the service. */
const workerOf = async (service: number): Promise<number> => {
  for (const { pid } of await treeOf(service)) {
    if ((await commandOf(pid)).includes('capture-worker.ts')) return pid;
  }
  throw new Error('there is no capture worker');
};

const live = async (): Promise<Life> => {
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
  const script = Script.parse(
    JSON.parse(await readFile(new URL('../../lib/demo-room/scripts/two-people.json', import.meta.url), 'utf8')),
  );
  const people = cleanUp.use(await runScript({ base_url, room, script }));
  people.start();

  const createdAt = Date.now();
  const { id } = await client.createBot({
    body: {
      meeting_url: new URL(room.room_path, base_url).href,
      bot_name: 'Bench',
      recording_settings: { resolution: '720p' },
    },
  });
  const path = { object_id: id };
  const reach = async (state: string) => {
    while ((await client.getBot({ path })).state !== state) await delay(50);
    return Date.now();
  };
  const joinedAt = await reach('joined_recording');
  while ((await client.getTranscript({ path })).length === 0) await delay(50);
  const firstLineAt = Date.now();

  const worker = await workerOf(service.process.pid ?? 0);
  const before = { cpu: await cpuSeconds(worker), at: Date.now() };
  let peak_mb = 0;
  while (Date.now() - before.at < measuredMs) {
    peak_mb = Math.max(peak_mb, await memoryMb(worker));
    await delay(1000);
  }
  const cpu = (await cpuSeconds(worker)) - before.cpu;
  const cpu_s_per_minute = (cpu * 60_000) / (Date.now() - before.at);
  const leftAt = Date.now();
  await client.leaveBot({ path });
  const endedAt = await reach('ended');
  const { events } = await client.getBot({ path });
  const at = (type: string) => Date.parse(events.find((event) => event.type === type)?.created_at ?? '');
  const { start_timestamp_ms, duration_ms } = await client.getRecording({ path });
  return {
    joined_s: (joinedAt - createdAt) / 1000,
    first_line_s: (firstLineAt - createdAt) / 1000,
    cpu_s_per_minute,
    peak_mb,
    ended_s: (endedAt - leftAt) / 1000,
    begins_after_s: (start_timestamp_ms - at('joined_meeting')) / 1000,
    ends_before_s: (at('left_meeting') - start_timestamp_ms - duration_ms) / 1000,
  };
};

let life: Promise<Life> | undefined;
const fact = (tell: (life: Life) => string) => async () => {
  life ??= live();
  return tell(await life);
};

export const lifeRows: readonly Row[] = [
  {
    number: 'join',
    title: 'POST /bots → joined_recording, s',
    target: '',
    measure: fact(({ joined_s }) => joined_s.toFixed(1)),
  },
  {
    number: 'line',
    title: 'POST /bots → first line of transcript, s',
    target: '',
    measure: fact(({ first_line_s }) => first_line_s.toFixed(1)),
  },
  {
    number: 15,
    title: 'capture CPU-seconds per meeting-minute, browser included, 720p, two others',
    target: '≤ 27',
    measure: fact(({ cpu_s_per_minute }) => cpu_s_per_minute.toFixed(1)),
  },
  {
    number: 16,
    title: 'peak memory of the worker with its browser, MB (PSS)',
    target: '≤ 1200',
    measure: fact(({ peak_mb }) => peak_mb.toFixed(0)),
  },
  {
    number: 'frame',
    title: 'joined_meeting → first frame, last frame → left_meeting, s',
    target: '≤ 0.2',
    measure: fact(({ begins_after_s, ends_before_s }) => `${begins_after_s.toFixed(2)}, ${ends_before_s.toFixed(2)}`),
  },
  {
    number: 'end',
    title: 'leave → ended after a minute of recording, s',
    target: '',
    measure: fact(({ ended_s }) => ended_s.toFixed(1)),
  },
];
