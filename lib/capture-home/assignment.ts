/** What a capture worker is to do for its bot, and what is known of the workers before it. */
import type { CaptureAssignment } from '../capture/session/ports.ts';
import { type Bot, hasJoined } from '../domain/bot/bot.ts';
import type { CaptureTask } from '../domain/bot/capture-task.ts';
import { progressOf } from '../domain/bot/progress.ts';
import type { Captured } from '../domain/captured/captured.ts';
import type { CaptureOrder } from '../ports/capture-order.ts';
import type { CaptureTaskRepository } from '../storage/bots/capture-tasks.ts';
import type { CapturedRepository } from '../storage/bots/captured.ts';
import { type BotRef, refOf } from '../storage/keys.ts';

/** What the bot has reported so far, as a worker needs to know it that takes the place of another one. */
export const reportedSoFar = async (captured: Pick<CapturedRepository, 'list'>, ref: BotRef): Promise<Captured> => {
  const [utterances, participant_events, chat_messages] = await Promise.all([
    captured.list(ref, 'utterances'),
    captured.list(ref, 'participant_events'),
    captured.list(ref, 'chat_messages'),
  ]);
  return {
    utterances: utterances.flatMap(({ entries }) => entries),
    participant_events: participant_events.flatMap(({ entries }) => entries),
    chat_messages: chat_messages.flatMap(({ entries }) => entries),
  };
};

/** What the workers before this one have left; nothing for the first one. */
export interface Inheritance {
  readonly task: CaptureTask | undefined;
  /** Absent unless one of them was in the meeting: whose bot was put off has a second worker that comes in first. */
  readonly reported: Captured | undefined;
}

export interface InheritancePorts {
  readonly captured: Pick<CapturedRepository, 'list'>;
  readonly captureTasks: Pick<CaptureTaskRepository, 'get'>;
}

export const inheritanceOf = async (
  { captured, captureTasks }: InheritancePorts,
  bot: Bot,
  { attempt }: Pick<CaptureOrder, 'attempt'>,
): Promise<Inheritance> => {
  const ref = refOf(bot);
  const [task, reported] = await Promise.all([
    attempt > 1 ? captureTasks.get(ref) : undefined,
    hasJoined(bot) ? reportedSoFar(captured, ref) : undefined,
  ]);
  return { task, reported };
};

/** `alive_until`: until when the worker before this one was certainly at work, where that is known otherwise than by its beats. */
export const assignmentOf = (
  bot: Bot,
  { project_id, bot_id, attempt }: CaptureOrder,
  { task, reported }: Inheritance,
  alive_until?: Date,
): CaptureAssignment => {
  const { meeting_url, platform, bot_name, recording_settings, automatic_leave_settings, bot_chat_message } = bot;
  return {
    project_id,
    bot_id,
    meeting_url,
    platform,
    bot_name,
    recording_settings,
    automatic_leave_settings,
    ...(bot_chat_message && { bot_chat_message }),
    join_at: new Date(bot.join_at),
    ...(bot.participant_id !== undefined && { participant_id: bot.participant_id }),
    attempt,
    ...progressOf(bot, task),
    ...(alive_until && { alive_until }),
    ...(reported && { reported }),
  };
};
