/** Capture tasks that were started before there was a bot for them: each waits for one, and is its task from then on. */
import type { CaptureLoad } from './capture-load.ts';
import { type CaptureTask, heartbeatEverySeconds, isSilent } from './capture-task.ts';

/** How a warm task is addressed. */
export interface WarmPlace {
  /** The bots that it is large enough for. */
  readonly load: CaptureLoad;
  readonly id: string;
}

/** A warm task for which there is no bot yet. */
export interface WarmTask extends WarmPlace, Pick<CaptureTask, 'launched_at' | 'task_id' | 'heartbeat_at'> {
  /** The definition that it was started from, with the image of that deployment. */
  readonly made_of: string;
  /** There was no room for one that may be interrupted. */
  readonly is_uninterrupted?: true;
}

/** How many tasks wait for bots of a load: none unless it is said. */
export type WarmCounts = Readonly<Partial<Record<CaptureLoad, number>>>;

/** A task that waited for so long is replaced: what is kept open for hours gathers dust, and costs whether it is needed or not. */
const mostSeconds = 6 * 3600;
/** So long before it ends another one is started in its place. */
const relievedSeconds = 10 * 60;

const ageSeconds = ({ launched_at }: Pick<WarmTask, 'launched_at'>, now: Date): number =>
  (now.getTime() - Date.parse(launched_at)) / 1000;

/** Whether a task has waited for long enough, and is to end. */
export const isWorn = (task: Pick<WarmTask, 'launched_at'>, now: Date): boolean => ageSeconds(task, now) >= mostSeconds;

/** Whether a task may be given a bot now: it has told lately that it is ready, and is what bots are started from today. */
export const isReady = (task: WarmTask, made_of: string, now: Date): boolean =>
  task.task_id !== undefined &&
  task.heartbeat_at !== undefined &&
  now.getTime() - Date.parse(task.heartbeat_at) <= 2 * heartbeatEverySeconds * 1000 &&
  task.made_of === made_of &&
  !isWorn(task, now);

/**
 * `waits`: it is one of those that are wanted. `ageing`: it can still be given a bot, and another is started beside it. `over`: it
 * is not to get one any more, having fallen silent, grown old, or being of an older deployment.
 */
export const standingOf = (task: WarmTask, made_of: string, now: Date): 'waits' | 'ageing' | 'over' => {
  if (task.made_of !== made_of || isSilent(task, now) || isWorn(task, now)) return 'over';
  return ageSeconds(task, now) >= mostSeconds - relievedSeconds ? 'ageing' : 'waits';
};
