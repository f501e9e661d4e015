/** What a capture task uses of its machine, as ECS tells it, while a worker is at work. */
import * as z from 'zod';
import { log } from '../../process/log.ts';
import { type Measurement, measure } from '../../process/metrics.ts';

/**
 * What ECS answers a container that asks for its statistics: those of Docker.
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-metadata-endpoint-v4-fargate-response.html
 */
const Stats = z.object({
  read: z.iso.datetime({ offset: true }),
  /** CPU time of all processes of the container so far, in nanoseconds. */
  cpu_stats: z.object({ cpu_usage: z.object({ total_usage: z.number() }) }),
  memory_stats: z.object({
    usage: z.number().optional(),
    /** What of it is files that are kept in memory for as long as nothing else needs it. */
    stats: z.object({ inactive_file: z.number().optional(), total_inactive_file: z.number().optional() }).optional(),
  }),
});
type Stats = z.infer<typeof Stats>;

/** What a task has: vCPUs, and memory in MiB. It is asked of the same place, under `/task`. */
const Task = z.object({ Limits: z.object({ CPU: z.number().positive(), Memory: z.number().positive() }) });
type Limits = z.infer<typeof Task>['Limits'];

const bytesInMegabyte = 1024 * 1024;
const nanosecondsInMs = 1e6;

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** What was used, of what the task has: its CPU between two looks, its memory at the second. */
const usedBetween = (before: Stats, now: Stats, has: Limits): Omit<Measurement, 'dimensions'> | undefined => {
  const passedMs = Date.parse(now.read) - Date.parse(before.read);
  if (passedMs <= 0) return undefined;
  const cpuMs = (now.cpu_stats.cpu_usage.total_usage - before.cpu_stats.cpu_usage.total_usage) / nanosecondsInMs;
  const { usage, stats } = now.memory_stats;
  const files = stats?.inactive_file ?? stats?.total_inactive_file ?? 0;
  const memory_mb = usage === undefined ? undefined : Math.round((usage - files) / bytesInMegabyte);
  return {
    values: {
      CaptureCpu: oneDecimal((100 * cpuMs) / passedMs / has.CPU),
      ...(memory_mb !== undefined && { CaptureMemory: oneDecimal((100 * memory_mb) / has.Memory) }),
    },
    facts: { memory_mb },
  };
};

const lookEveryMs = 60_000;
/** ECS answers from the same machine. */
const patienceMs = 5_000;

export interface UsagePorts {
  /** Where ECS tells it; undefined where a worker is not a task of ECS. */
  readonly metadata_url: string | undefined;
  readonly tell: (measurement: Measurement) => void;
  readonly every_ms: number;
}

const ofThisTask = (): UsagePorts => ({
  metadata_url: process.env.ECS_CONTAINER_METADATA_URI_V4,
  tell: measure,
  every_ms: lookEveryMs,
});

/** Tells each minute what the task uses, until disposed. That it cannot be known is no reason to disturb a meeting. */
export const tellUsage = (bot_id: string, { metadata_url, tell, every_ms }: UsagePorts = ofThisTask()): Disposable => {
  if (metadata_url === undefined) return { [Symbol.dispose]: () => undefined };
  let has: Limits | undefined;
  let before: Stats | undefined;
  let isToldOfFault = false;
  let isLooking = false;
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${metadata_url}/${path}`, { signal: AbortSignal.timeout(patienceMs) })).json();
  const look = async (): Promise<void> => {
    // An answer that is overtaken by the next would be taken for a later one.
    if (isLooking) return;
    isLooking = true;
    try {
      has ??= Task.parse(await ask('task')).Limits;
      const now = Stats.parse(await ask('stats'));
      const used = before && usedBetween(before, now, has);
      before = now;
      if (used) tell({ ...used, facts: { bot_id, ...used.facts } });
    } catch (error) {
      if (!isToldOfFault) log.warn('what the task uses is not known', { bot_id, reason: String(error) });
      isToldOfFault = true;
    } finally {
      isLooking = false;
    }
  };
  void look();
  const timer = setInterval(() => void look(), every_ms);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
};
