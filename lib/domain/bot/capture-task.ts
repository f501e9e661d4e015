/** The capture task of a bot: started once, watched, and replaced when it is lost. */
import { isIdOf } from '../ids.ts';

/** What a capture task is for: to be in the meeting, or only to finish what was recorded there. */
export const captureModes = ['capture', 'finish'] as const;
export type CaptureMode = (typeof captureModes)[number];

/** A capture task works with a browser; for an app session with its stream alone, which takes a fraction of a machine. */
export type CaptureWorker = 'browser' | 'stream';

export const workerOf = ({ bot_id }: { readonly bot_id: string }): CaptureWorker =>
  isIdOf('app_session', bot_id) ? 'stream' : 'browser';

/** What a recording is made from: people's own tracks where a platform exposes them, or the page as it is. */
export const recorders = ['tracks', 'page'] as const;
export type Recorder = (typeof recorders)[number];

export interface CaptureTask {
  /** Counts every order to start a task for the bot, from 1. */
  readonly attempt: number;
  /** How many tasks before this one were lost in a row. Orders that were refused are not among them. */
  readonly lost: number;
  readonly mode: CaptureMode;
  /** What its order says besides, each time that it is given: see `DatedOrder`. */
  readonly is_anew?: true;
  readonly is_uninterrupted?: true;
  readonly launched_at: string;
  /** Unknown between the decision to launch and the platform's answer. */
  readonly task_id?: string;
  /** Absent until the worker first tells that it is alive. */
  readonly heartbeat_at?: string;
  /** When a task before this one last told so; absent when none ever did. */
  readonly heard_before_at?: string;
  readonly stopped_at?: string;
  /** The order was refused, or taken and not carried out: no worker ever ran for it. */
  readonly refused?: true;
  /** The orders before this one were refused in a row, the first of them at this time. */
  readonly refused_since?: string;
  /** It ended with the service of its machine, or while that did not run. */
  readonly ended_with_service?: true;
  /**
   * The task is about to end though its bot needs it: another one was ordered, of the next attempt, which joins beside it and
   * takes over.
   */
  readonly successor_asked_at?: string;
  readonly successor_task_id?: string;
  /** The attempt of the other one, where it is not the next: those between could not be started. */
  readonly successor_attempt?: number;
  /** The other one ended before it had taken over. */
  readonly successor_stopped_at?: string;
  /** When this task took over from one that was still in the meeting. */
  readonly taken_over_at?: string;
  /** The attempt of that one. */
  readonly relieved_attempt?: number;
  /** Until when that one has told what was seen and said; absent while it still tells. */
  readonly handed_over_at?: string;
}

/** The attempt of the successor that is ordered while the task still runs. */
export const successorAttempt = ({ attempt, successor_attempt }: CaptureTask): number =>
  successor_attempt ?? attempt + 1;

/** The attempt of the next order: that of a successor which is there already, unless that has ended too. */
export const nextAttempt = (task: CaptureTask | undefined): number =>
  task ? successorAttempt(task) + (task.successor_stopped_at === undefined ? 0 : 1) : 1;

/** Whether an attempt is that of the successor which was ordered, and is still to take over. */
export const isSuccessorOf = (task: CaptureTask, attempt: number): boolean =>
  attempt === successorAttempt(task) &&
  task.successor_asked_at !== undefined &&
  task.successor_stopped_at === undefined;

/** The attempt that this one took over from, if any. A worker of an earlier version does not tell: then it was the one before. */
export const relievedBy = ({ attempt, taken_over_at, relieved_attempt }: CaptureTask): number | undefined =>
  relieved_attempt ?? (taken_over_at === undefined ? undefined : attempt - 1);

/** Whether the worker of an attempt is to be in the bot's meeting, alone or beside the one that it is to relieve. */
export const isToJoin = (task: CaptureTask | undefined, attempt: number): boolean =>
  task?.mode === 'capture' && (task.attempt === attempt || isSuccessorOf(task, attempt));

/** A lost capture task is started again once; when this many are lost in a row its bot has failed. */
export const mostLostCaptures = 2;
/** Two more tasks may be lost while they finish what earlier ones recorded. */
export const mostLost: Readonly<Record<CaptureMode, number>> = {
  capture: mostLostCaptures,
  finish: mostLostCaptures + 2,
};

export const heartbeatEverySeconds = 20;
/** After three beats that do not come. */
export const silentAfterSeconds = 3 * heartbeatEverySeconds;
/** A cold task may take this long before it first says something. */
const silentAtStartSeconds = 240;

/** Whether the task has not been heard of for longer than a task at work ever is. */
export const isSilent = (task: Pick<CaptureTask, 'heartbeat_at' | 'launched_at'>, now: Date): boolean =>
  task.heartbeat_at
    ? now.getTime() - Date.parse(task.heartbeat_at) > silentAfterSeconds * 1000
    : now.getTime() - Date.parse(task.launched_at) > silentAtStartSeconds * 1000;

/** Whether the task was ordered, and nobody knows yet whether it was started. */
export const isUndecided = ({ task_id, heartbeat_at, stopped_at }: CaptureTask): boolean =>
  task_id === undefined && heartbeat_at === undefined && stopped_at === undefined;

/** A task that was in a meeting for so long clears the losses before it: a long meeting may outlive several machines. */
const forgivenAfterSeconds = 600;

const hasMadeGood = ({ mode, launched_at, heartbeat_at }: CaptureTask): boolean =>
  mode === 'capture' &&
  heartbeat_at !== undefined &&
  Date.parse(heartbeat_at) - Date.parse(launched_at) > forgivenAfterSeconds * 1000;

/** Whether the task was launched before the bot's appointment was made (`appointed_at`), so for another one. */
export const isOfEarlier = ({ launched_at }: CaptureTask, appointed_at: string | undefined): boolean =>
  appointed_at !== undefined && launched_at <= appointed_at;

/**
 * How many tasks are lost in a row when this one is: an order that was refused had none to lose, one that ended with its
 * service tells nothing of its bot, and one of an earlier appointment nothing of this one.
 */
export const lostWith = (task: CaptureTask | undefined, appointed_at?: string): number => {
  if (!task || isOfEarlier(task, appointed_at)) return 0;
  const before = hasMadeGood(task) ? 0 : task.lost;
  return task.refused || task.ended_with_service ? before : before + 1;
};

/** Since when the orders up to this one were refused in a row, all of them of this mode; undefined where it was not. */
export const refusedSince = (task: CaptureTask | undefined, mode: CaptureMode): string | undefined =>
  task?.refused && task.mode === mode ? (task.refused_since ?? task.launched_at) : undefined;

/**
 * How long orders for a bot that has been in its meeting are given again while they are refused. Until it is there, its state's
 * deadline ends that; in the meeting that is a day away, and who only finishes a recording may have none.
 */
const refusedForSeconds: Readonly<Record<CaptureMode, number>> = { capture: 15 * 60, finish: 40 * 60 };

/** Whether orders were refused for so long that no other is given to a bot that has been in its meeting. */
export const isRefusedForGood = (task: CaptureTask, mode: CaptureMode, now: Date): boolean => {
  const since = refusedSince(task, mode);
  return since !== undefined && now.getTime() - Date.parse(since) > refusedForSeconds[mode] * 1000;
};

/** Where orders have been refused in a row for so long, another one at once would be refused as well. */
const lastingAfterSeconds = 60;

/** Whether orders before this one were refused for so long that it is not by chance. */
export const isRefusedLastingly = ({ refused_since }: CaptureTask, now: Date): boolean =>
  refused_since !== undefined && now.getTime() - Date.parse(refused_since) > lastingAfterSeconds * 1000;

/** Whether no worker has ever told that it is alive, and none is known to be lost. */
export const isUnheard = ({ lost, heartbeat_at, heard_before_at }: CaptureTask): boolean =>
  lost === 0 && heartbeat_at === undefined && heard_before_at === undefined;

/** Whether somebody is still at work on the bot. */
export const isAtWork = (task: CaptureTask | undefined, now: Date): boolean =>
  task !== undefined && !isUndecided(task) && task.stopped_at === undefined && !isSilent(task, now);
