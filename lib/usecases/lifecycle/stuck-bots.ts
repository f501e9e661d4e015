import type { Bot } from '../../domain/bot/bot.ts';
import { deadlineOf } from '../../domain/bot/deadlines.ts';
import { type BotState, liveStates } from '../../domain/bot/lifecycle.ts';
import type { OperatedTimes } from '../../domain/transcription/transcription-server.ts';
import type { Clock } from '../../ports/clock.ts';
import { rangeOf } from '../../storage/bots/bot-indexes.ts';
import type { BotLists } from '../../storage/bots/bot-lists.ts';
import { type BotRef, refOf } from '../../storage/keys.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import { createEachBot } from '../bots/each-bot.ts';

export interface StuckBot {
  readonly project_id: string;
  readonly bot_id: string;
  readonly state: BotState | 'unreadable';
  /** Since when it should have left that state, as far as that can be read. */
  readonly due_at: string;
}

export interface StuckBotsPorts extends OperatedTimes {
  readonly projects: Pick<ProjectRepository, 'ids'>;
  readonly bots: BotLists;
  readonly clock: Clock;
}

/** What is due is seen to within seconds. A bot that is late by so much is not looked after any more. */
const lateByMs = 10 * 60_000;

/** When a bot should have moved on, if that is long ago. */
const stuckSince = (bot: Bot, now: Date, operated: OperatedTimes): Date | undefined => {
  const event = bot.events.at(-1);
  const due = event && deadlineOf(bot, event, operated);
  return due && now.getTime() - due.getTime() > lateByMs ? due : undefined;
};

/** Bots of all projects that stay in a state for longer than any bot may, or cannot be read: nobody looks after them. */
export const createStuckBots = ({ projects, bots, clock, ...operated }: StuckBotsPorts) => {
  const of = async (projectId: string): Promise<StuckBot[]> => {
    const found: StuckBot[] = [];
    const onUnreadable = (_: unknown, ref: BotRef): void => {
      found.push({ ...ref, state: 'unreadable', due_at: clock.now().toISOString() });
    };
    const botsIn = createEachBot({ bots, onUnreadable });
    for await (const bot of botsIn(projectId, rangeOf(projectId, { states: liveStates }))) {
      const due = stuckSince(bot, clock.now(), operated);
      if (due) found.push({ ...refOf(bot), state: bot.state, due_at: due.toISOString() });
    }
    return found;
  };
  return async (): Promise<StuckBot[]> => (await Promise.all((await projects.ids()).map(of))).flat();
};
