/**
 * What a minute of meeting costs (rows 15 and 16): each kind of recording beside the usual way, in the same meeting, one
 * after the other, with 2, 6 and 12 people. Row 32: the same with cameras as people have them, 1280x720 at 25 pictures a
 * second, whose senders this machine has to bear too.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { missingPrograms, recordTheUsualWay } from '../../capture/control.ts';
import { type BenchMeeting, openMeeting } from '../../capture/meeting.ts';
import { type CameraQuality, meetingOf } from '../../capture/people.ts';
import { type Usage, usageOf } from '../../capture/usage.ts';
import { judged, over } from '../../judged.ts';
import type { Row } from '../../row.ts';

const measuredMs = 20_000;
const settleMs = 4_000;

/** What holds for each number of others: CPU-seconds a minute, of each kind of recording and beside the usual way. */
const withOthers: readonly { readonly people: number; readonly most: Most }[] = [
  { people: 2, most: { '1080p': 16, '720p': 12, audio: 8 } },
  { people: 6, most: { '1080p': 23, '720p': 17, audio: 10 } },
  { people: 12, most: { '1080p': 28, '720p': 20, audio: 12 } },
];
const mostOfControl = 0.6;
const mostMb = 600;
const mostWithRealCameras: Most = { '1080p': 45, '720p': 27, audio: 10 };

const sizes = { '1080p': { width: 1920, height: 1080 }, '720p': { width: 1280, height: 720 } } as const;
const kinds = {
  '1080p': { resolution: '1080p' },
  '720p': { resolution: '720p' },
  'gallery 720p': { resolution: '720p', view: 'gallery_view' },
  audio: { format: 'mp3' },
} as const;
type Kind = keyof typeof kinds;
type Most = Readonly<Record<'1080p' | '720p' | 'audio', number>>;
type Costs = ReadonlyMap<string, Usage>;

const costOf = async ({ client, meeting_url, reach, workerPid }: BenchMeeting, kind: Kind): Promise<Usage> => {
  const { id } = await client.createBot({
    body: { meeting_url, bot_name: 'Bench', recording_settings: kinds[kind] },
  });
  await reach(id, 'joined_recording');
  await delay(settleMs);
  const usage = await usageOf([await workerPid()], measuredMs);
  await client.leaveBot({ path: { object_id: id } });
  await reach(id, 'ended');
  return usage;
};

const costsWith = async (people: number, quality: CameraQuality): Promise<Costs> => {
  await using meeting = await openMeeting(meetingOf(people, quality));
  const costs = new Map<string, Usage>();
  const note = (kind: string, usage: Usage): void => {
    costs.set(kind, usage);
    console.error(
      `  ${people} people with ${quality} cameras, ${kind}: ${usage.cpu_s_per_minute.toFixed(1)} CPU-s a minute, ${usage.peak_mb.toFixed(0)} MB`,
    );
  };
  for (const kind of Object.keys(kinds) as Kind[]) note(kind, await costOf(meeting, kind));
  if (missingPrograms().length === 0) {
    for (const [resolution, size] of Object.entries(sizes)) {
      const { meeting_url } = meeting;
      const usage = await recordTheUsualWay({ meeting_url, ...size, duration_ms: measuredMs });
      note(`control ${resolution}`, usage);
    }
  }
  return costs;
};

const measuredWith = new Map<string, Promise<Costs>>();
const costs = (people: number, quality: CameraQuality = 'plain'): Promise<Costs> => {
  const key = `${people} ${quality}`;
  const known = measuredWith.get(key) ?? costsWith(people, quality);
  measuredWith.set(key, known);
  return known;
};

const told = (all: Costs, tell: (usage: Usage) => string): string =>
  [...all].map(([kind, usage]) => `${kind} ${tell(usage)}`).join(', ');

const mostTold = (most: Most): string =>
  Object.entries(most)
    .map(([kind, limit]) => `${kind} ≤ ${limit}`)
    .join(', ');

const each = (all: Costs, of: (usage: Usage) => number): Record<string, number> =>
  Object.fromEntries([...all].map(([kind, usage]) => [kind, of(usage)]));
const mbOf = ({ peak_mb }: Usage): number => Math.round(peak_mb);
const cpuOf = ({ cpu_s_per_minute }: Usage): number => Number(cpu_s_per_minute.toFixed(1));

/** Kinds that cost more than they may, and sizes that cost too much beside the usual way in the same run. */
export const missedCosts = (cpu: Readonly<Record<string, number>>, most: Most): string[] => [
  ...over(cpu, most),
  ...Object.keys(sizes).flatMap((size) => {
    const [ours = 0, usual] = [cpu[size], cpu[`control ${size}`]];
    return usual !== undefined && ours > mostOfControl * usual
      ? `${size} is ${(ours / usual).toFixed(2)} of the control`
      : [];
  }),
];

/** Kinds of ours that take more memory than a worker is meant to. */
export const missedMemory = (mb: Readonly<Record<string, number>>): string[] =>
  over(mb, Object.fromEntries(Object.keys(kinds).map((kind) => [kind, mostMb]))).map((kind) => `${kind}, MB`);

const control = (): string => {
  const missing = missingPrograms();
  return missing.length > 0 ? `; no control: ${missing.join(', ')} not found` : '';
};

const withRealCameras: readonly Row[] = [2, 4].map((people) => ({
  number: 32,
  title: `the same as rows 15 and 16 with ${people} others whose cameras send 1280x720, 25 pictures a second: CPU-seconds, MB`,
  target: `${mostTold(mostWithRealCameras)}; ≤ ${mostMb}`,
  measure: async () => {
    const all = await costs(people, 'high');
    const figure = told(all, (usage) => `${cpuOf(usage).toFixed(1)} (${usage.peak_mb.toFixed(0)})`) + control();
    return judged(figure, [...over(each(all, cpuOf), mostWithRealCameras), ...missedMemory(each(all, mbOf))]);
  },
}));

const withPlainCameras = withOthers.flatMap(({ people, most }): Row[] => [
  {
    number: 15,
    title: `capture CPU-seconds per meeting-minute, browser included, with ${people} others (control: Xvfb, x11grab, x264 ultrafast)`,
    target: `${mostTold(most)}; ≤ ${mostOfControl} of the control`,
    measure: async () => {
      const all = await costs(people);
      return judged(told(all, (usage) => cpuOf(usage).toFixed(1)) + control(), missedCosts(each(all, cpuOf), most));
    },
  },
  {
    number: 16,
    title: `peak memory of the worker with its browser, with ${people} others, MB (PSS)`,
    target: `≤ ${mostMb}`,
    measure: async () => {
      const all = await costs(people);
      return judged(
        told(all, (usage) => mbOf(usage).toFixed(0)),
        missedMemory(each(all, mbOf)),
      );
    },
  },
]);

export const captureCostRows: readonly Row[] = [...withPlainCameras, ...withRealCameras];
