/** How large the tasks of capture workers are. Fargate sells only some pairs of CPU and memory. */
import * as z from 'zod';
import { type CaptureLoad, captureLoads } from '../../domain/bot/capture-load.ts';
import type { WarmCounts } from '../../domain/bot/warm-task.ts';
import { type Camel, camel, settingsFor } from '../table-settings.ts';

export interface TaskSize {
  /** Thousandths of a vCPU, times 1.024: 1024 is one. */
  readonly cpu: number;
  readonly memoryMiB: number;
}

const gigabytes = (from: number, to: number, step: number): number[] =>
  Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);

/** https://docs.aws.amazon.com/AmazonECS/latest/developerguide/fargate-tasks-services.html#fargate-tasks-size */
const soldBy: ReadonlyMap<number, readonly number[]> = new Map([
  [0.25, [0.5, 1, 2]],
  [0.5, gigabytes(1, 4, 1)],
  [1, gigabytes(2, 8, 1)],
  [2, gigabytes(4, 16, 1)],
  [4, gigabytes(8, 30, 1)],
]);

const unit = 1024;

/** A size as an operator says it, `0.5/2` for half a vCPU with 2 GB, of those that Fargate sells. */
export const SizeSetting = z.string().transform((text, context): TaskSize => {
  const [vcpu = Number.NaN, gb = Number.NaN] = /^[\d.]+\/[\d.]+$/.test(text) ? text.split('/').map(Number) : [];
  const sold = soldBy.get(vcpu);
  if (sold?.includes(gb)) return { cpu: vcpu * unit, memoryMiB: gb * unit };
  const choice = sold
    ? `with ${vcpu} vCPU Fargate sells ${sold.join(', ')} GB`
    : `Fargate sells ${[...soldBy.keys()].join(', ')} vCPU`;
  context.addIssue(`must be vCPU/GB, such as 0.5/2, and ${choice}`);
  return z.NEVER;
});

type SettingOf<Prefix extends string> = `${Prefix}${Capitalize<Camel<CaptureLoad>>}`;

/** The setting of a load: `sizeVoiceAgent`, say. */
const settingOf = <Prefix extends string>(prefix: Prefix, load: CaptureLoad) =>
  camel(`${prefix}_${load}`) as SettingOf<Prefix>;

const byLoad = <T>(of: (load: CaptureLoad) => T) =>
  Object.fromEntries(captureLoads.map((load) => [load, of(load)])) as Record<CaptureLoad, T>;

export type TaskSizes = Readonly<Record<CaptureLoad, TaskSize>>;

/**
 * How large tasks are where nothing else is said. By rows 15 and 16 of bench/results.md, with twelve others, sound uses 45 % of its
 * CPU, 720p 75 % (where that is not enough its encoder lowers the rate of 24 pictures a second, down to 10), 1080p 52 %; none uses a
 * third of its memory, which leaves room for pages that are heavier than the room it was measured in. An agent's page is anybody's, so it
 * gets as much as the meeting. An app session has five times what a minute of a stream costs (row 23): what was buffered
 * comes all at once.
 */
const usual = {
  sound: '0.5/2',
  '720p': '0.5/2',
  '1080p': '1/2',
  voice_agent: '2/4',
  app_session: '0.25/1',
} as const satisfies Record<CaptureLoad, string>;

export const usualSizes: TaskSizes = byLoad((load) => SizeSetting.parse(usual[load]));

const sizeSettingOf = (load: CaptureLoad) => settingOf('size', load);
/** How large the tasks of each load are. */
export const sizeSettings = Object.fromEntries(
  captureLoads.map((load) => [sizeSettingOf(load), SizeSetting.prefault(usual[load])]),
) as Record<SettingOf<'size'>, z.ZodPrefault<typeof SizeSetting>>;

/** The sizes in settings. */
export const taskSizesOf = (settings: Readonly<Record<SettingOf<'size'>, TaskSize>>): TaskSizes =>
  byLoad((load) => settings[sizeSettingOf(load)]);

/** As many as a pool may hold of each size: each is looked at when a bot is to be given one of them. */
const mostWarm = 200;
const WarmSetting = z.coerce.number().int().min(0).max(mostWarm).default(0);
const warmSettingOf = (load: CaptureLoad) => settingOf('warm', load);

/** How many tasks of each size wait for a bot. None by default: each is paid for whether a bot comes or not. */
export const warmSettings = settingsFor(captureLoads, warmSettingOf, WarmSetting);

/** The sizes of which some are to wait, and how many. */
export const warmCountsOf = (settings: Readonly<Record<SettingOf<'warm'>, number>>): WarmCounts => {
  const counts = byLoad((load) => settings[warmSettingOf(load)]);
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
};
