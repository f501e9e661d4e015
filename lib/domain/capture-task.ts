/** The capture task of a bot: started once, watched, and replaced once when it is lost. */

export interface CaptureTask {
  /** Counts every order to start a task for the bot, from 1. */
  readonly attempt: number;
  /** How many tasks before this one were lost. Orders that were refused are not among them. */
  readonly lost: number;
  readonly mode: 'capture' | 'finish';
  readonly launched_at: string;
  /** Unknown between the decision to launch and the platform's answer. */
  readonly task_id?: string;
  /** Absent until the worker first tells that it is alive. */
  readonly heartbeat_at?: string;
  readonly stopped_at?: string;
  /** The order was refused: no task was started for it. */
  readonly refused?: true;
}

/** A lost capture task is started again once; when this many are lost its bot has failed. */
export const mostLostCaptures = 2;
/** As often again a task may be lost that was to finish what the others recorded. */
export const mostLost = mostLostCaptures + 2;

export const heartbeatEverySeconds = 20;
const silentAfterSeconds = 60;
/** A cold task may take this long before it first says something. */
const silentAtStartSeconds = 240;

/** Whether the task should have been heard of by now. */
const isSilent = (task: CaptureTask, now: Date): boolean =>
  task.heartbeat_at
    ? now.getTime() - Date.parse(task.heartbeat_at) > silentAfterSeconds * 1000
    : now.getTime() - Date.parse(task.launched_at) > silentAtStartSeconds * 1000;

/** Whether it is known only that a task was to be started, not whether it was. */
export const isUndecided = ({ task_id, heartbeat_at, stopped_at }: CaptureTask): boolean =>
  task_id === undefined && heartbeat_at === undefined && stopped_at === undefined;

/** How many tasks are lost when this one is: an order that was refused had none to lose. */
export const lostWith = (task: CaptureTask | undefined): number => (task ? task.lost + (task.refused ? 0 : 1) : 0);

/** Whether somebody is still at work on the bot. */
export const isAtWork = (task: CaptureTask | undefined, now: Date): boolean =>
  task !== undefined && !isUndecided(task) && task.stopped_at === undefined && !isSilent(task, now);
