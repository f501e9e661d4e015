import type { Bot } from '../../domain/bot/bot.ts';
import { deadlineOf } from '../../domain/bot/deadlines.ts';
import { type BotState, botStates, isFinal } from '../../domain/bot/lifecycle.ts';
import type { OperatedTimes } from '../../domain/transcription/transcription-server.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { Project } from '../../storage/projects.ts';
import { createListBots } from '../bots/list-bots.ts';

export interface StuckBot {
  readonly project_id: string;
  readonly bot_id: string;
  readonly state: BotState;
  /** Since when it should have left that state. */
  readonly due_at: string;
}

export interface StuckBotsPorts extends OperatedTimes {
  readonly projects: { list(): Promise<Project[]> };
  readonly bots: Pick<BotRepository, 'positions' | 'at'>;
  readonly clock: Clock;
}

/** What is due is seen to within seconds. A bot that is late by so much is not looked after any more. */
const lateByMs = 10 * 60_000;
const pageSize = 100;
const liveStates = botStates.filter((state) => !isFinal(state));

/** When a bot should have moved on, if that is long ago. */
const stuckSince = (bot: Bot, now: Date, operated: OperatedTimes): Date | undefined => {
  const event = bot.events.at(-1);
  const due = event && deadlineOf(bot, event, operated);
  return due && now.getTime() - due.getTime() > lateByMs ? due : undefined;
};

/** Bots of all projects that stay in a state for longer than any bot may: nobody looks after them. */
export const createStuckBots = ({ projects, bots, clock, ...operated }: StuckBotsPorts) => {
  const listBots = createListBots({ bots, hosts: {} });
  const of = async (projectId: string): Promise<StuckBot[]> => {
    const found: StuckBot[] = [];
    for (let from: Awaited<ReturnType<typeof listBots>>['next']; ; ) {
      const page = await listBots(projectId, { filter: { states: liveStates }, page_size: pageSize, from });
      for (const bot of page.results) {
        const due = stuckSince(bot, clock.now(), operated);
        if (due) {
          found.push({ project_id: projectId, bot_id: bot.id, state: bot.state, due_at: due.toISOString() });
        }
      }
      from = page.next;
      if (!from) return found;
    }
  };
  return async (): Promise<StuckBot[]> => (await Promise.all((await projects.list()).map(({ id }) => of(id)))).flat();
};
