/** Makes up for changes of bots that were given up before they were followed. */
import { type Bot, reschedule } from '../../domain/bot/bot.ts';
import { isErased } from '../../domain/bot/lifecycle.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { appSessionsOf, rangeOf } from '../../storage/bots/bot-indexes.ts';
import type { ListedBots } from '../../storage/bots/bot-lists.ts';
import type { ErasureRepository } from '../../storage/bots/erasures.ts';
import type { ExecutionRepository } from '../../storage/bots/executions.ts';
import { type BotRef, refOf } from '../../storage/keys.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import { createChangeBot } from '../bots/change-bot.ts';
import { createEachBot } from '../bots/each-bot.ts';
import { isOfAppointment } from './follow-bot.ts';

export interface CatchUpBotsPorts {
  readonly projects: Pick<ProjectRepository, 'ids'>;
  readonly bots: ListedBots;
  readonly executions: Pick<ExecutionRepository, 'get'>;
  readonly erasures: Pick<ErasureRepository, 'add'>;
  readonly clock: Clock;
  readonly onUnreadable: (error: unknown, ref: BotRef) => void;
}

/** How many scheduled bots nobody had timed for their appointment, and of how many the data is removed once more. */
export interface CaughtUp {
  readonly timed: number;
  readonly erased: number;
}

/**
 * Sees to what nobody comes back to by themselves: a scheduled bot that nothing is timed for, or something for another time than its
 * own, is given the very same appointment again, which is followed like any other; and what is left of bots and app sessions whose
 * data was deleted since a moment is removed. With `isAll` each scheduled bot is timed anew, as where all that was timed is gone.
 * Whoever is past being scheduled is looked after by a timer, or is stuck. Safe to repeat.
 */
export const createCatchUpBots = (ports: CatchUpBotsPorts) => {
  const { projects, executions, erasures, clock } = ports;
  const changeBot = createChangeBot(ports);
  const botsIn = createEachBot(ports);

  const isTimed = async (bot: Bot): Promise<boolean> => {
    const waiting = await executions.get(refOf(bot));
    return waiting !== undefined && isOfAppointment(waiting, bot);
  };

  const time = async (bot: Bot): Promise<boolean> => {
    let isDone = false;
    const again = (now: Bot) => {
      isDone = now.state === 'scheduled' && now.version === bot.version;
      return isDone ? { bot: reschedule(now, now.join_at, clock.now()) } : undefined;
    };
    await changeBot(refOf(bot), again).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
    return isDone;
  };

  const catchUp = async (projectId: string, since: Date, isAll: boolean): Promise<CaughtUp> => {
    let [timed, erased] = [0, 0];
    for await (const bot of botsIn(projectId, rangeOf(projectId, { states: ['scheduled'] }))) {
      if ((isAll || !(await isTimed(bot))) && (await time(bot))) timed += 1;
    }
    for (const range of [rangeOf(projectId, { states: ['data_deleted'] }), appSessionsOf(projectId)]) {
      for await (const bot of botsIn(projectId, range)) {
        if (!isErased(bot.state) || Date.parse(bot.events.at(-1)?.created_at ?? '') < since.getTime()) continue;
        await erasures.add(refOf(bot));
        erased += 1;
      }
    }
    return { timed, erased };
  };

  return async (since: Date, isAll = false): Promise<CaughtUp> => {
    const each = await Promise.all((await projects.ids()).map((id) => catchUp(id, since, isAll)));
    const sum = (of: (one: CaughtUp) => number): number => each.reduce((total, one) => total + of(one), 0);
    return { timed: sum(({ timed }) => timed), erased: sum(({ erased }) => erased) };
  };
};
