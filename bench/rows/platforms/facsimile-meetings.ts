/**
 * What a minute of a meeting costs on each platform (row 15h): its facsimile beside the demo room, with two people who have
 * cameras and talk, in turn. Only the bot is counted: neither facsimiles nor people. Facsimiles of makers' services send small
 * pictures that stand still; so what the hooks and the looks cost is told by bots that record sound alone.
 */
import { openHome } from '../../../lib/demo/home.ts';
import { runScript } from '../../../lib/demo-room/scripted/run-script.ts';
import { startWorker } from '../../../test/lab/worlds/worker-process.ts';
import { type Cost, costBeside, target, withinTarget } from '../../capture/beside-the-room.ts';
import { meetingOf } from '../../capture/people.ts';
import { facsimileNames, type Held, names, openFacsimiles } from '../../capture/platform-meetings.ts';
import { usageOf } from '../../capture/usage.ts';
import { median } from '../../median.ts';
import type { Row } from '../../row.ts';

const measuredMs = 20_000;
const turns = 2;
const nobody = (): void => undefined;
const script = meetingOf(names.length);

type Meeting = Pick<Held, 'url' | 'platform'> & AsyncDisposable;

const inDemoRoom = async (): Promise<Meeting> => {
  await using cleanUp = new AsyncDisposableStack();
  const home = cleanUp.use(await openHome(nobody, nobody));
  const room = await home.createRoom();
  cleanUp.use(await runScript({ base_url: home.base_url, room, script })).start();
  const owned = cleanUp.move();
  const url = new URL(room.room_path, home.base_url).href;
  return { url, platform: 'demo_room', [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

const kinds = {
  '1080p': { format: 'mp4', view: 'speaker_view', resolution: '1080p' },
  audio: { format: 'mp3', view: 'speaker_view', resolution: '720p' },
} as const;
type Kind = keyof typeof kinds;

/** CPU seconds of the bot, and of its browser, for a minute in a meeting. */
const costIn = async (make: () => Promise<Meeting>, kind: Kind, args: readonly string[] = []): Promise<number> => {
  await using meeting = await make();
  const { url, platform } = meeting;
  const recording_settings = kinds[kind];
  await using worker = await startWorker(url, { platform, args, recording_settings });
  await worker.recorded(2);
  const { cpu_s_per_minute } = await usageOf([worker.pid], measuredMs);
  console.error(`  ${platform}: ${cpu_s_per_minute.toFixed(1)}`);
  return cpu_s_per_minute;
};

const measure = async (kind: Kind): Promise<{ readonly figure: string; readonly costs: readonly Cost[] }> => {
  await using facsimiles = await openFacsimiles();
  const { args, hold } = facsimiles;
  const ours: number[] = [];
  const theirs = new Map(facsimileNames.map((name) => [name, [] as number[]]));
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(await costIn(inDemoRoom, kind));
    for (const [name, costs] of theirs) costs.push(await costIn(() => hold(name), kind, args));
  }
  const room = median(ours);
  const costs = [...theirs].map(([name, all]): Cost => ({ name, cost: median(all), room }));
  const told = costs.map(({ name, cost }) => `${name} ${costBeside(cost, room)}`);
  return { figure: `demo room ${room.toFixed(1)}, ${told.join(', ')}`, costs };
};

export const facsimileMeetingRows: readonly Row[] = [
  {
    number: '15h',
    title:
      'capture CPU-seconds per meeting-minute in a facsimile of each platform, 1080p, beside the demo room, with 2 others',
    target: 'told beside the demo room',
    measure: async () => (await measure('1080p')).figure,
  },
  {
    number: '15h',
    title: 'the same of bots that record sound alone',
    target,
    async measure() {
      const { figure, costs } = await measure('audio');
      return withinTarget(figure, costs);
    },
  },
];
