/** How far a bot had come when its capture task was lost, so that the next one goes on from there. */
import type { Bot, BotEvent } from './bot.ts';
import type { CaptureTask } from './capture-task.ts';
import type { BotEventType } from './lifecycle.ts';

/** How far earlier capture tasks of a bot had come. Everything is absent for the first task. */
export interface Progress {
  /** When the bot first came into the meeting; absent while it has not. */
  readonly joined_at?: Date | undefined;
  /** When the bot's recording last ceased to be paused. */
  readonly resumed_at?: Date | undefined;
  /** Until when somebody was certainly at work; whatever the meeting was like later, nobody heard it. */
  readonly alive_until?: Date | undefined;
  /** When the bot was asked to join; absent once it was let in, or was put into the waiting room. */
  readonly asked_at?: Date | undefined;
  /** When the bot was put into the waiting room; absent once it was let in. */
  readonly waiting_since?: Date | undefined;
}

const dateOf = (event: BotEvent | undefined): Date | undefined => event && new Date(event.created_at);

/** `task` is the one that takes over. */
export const progressOf = (
  { events }: Pick<Bot, 'events'>,
  task: Pick<CaptureTask, 'heard_before_at'> | undefined,
): Progress => {
  const first = (type: BotEventType) => dateOf(events.find((event) => event.type === type));
  const [joined_at, waiting_since] = [first('joined_meeting'), first('put_in_waiting_room')];
  const alive_until = task?.heard_before_at === undefined ? undefined : new Date(task.heard_before_at);
  if (!joined_at && waiting_since) return { waiting_since };
  // Where nobody was at work yet, nobody has waited.
  if (!joined_at) return alive_until ? { asked_at: first('join_requested') } : {};
  return {
    joined_at,
    resumed_at: dateOf(events.findLast((_, index) => events[index - 1]?.state === 'joined_recording_paused')),
    alive_until,
  };
};
