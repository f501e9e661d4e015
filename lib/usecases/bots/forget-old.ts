/** Deletes by itself what bots brought home long ago, as somebody would by `delete_data`. */
import type { Bot } from '../../domain/bot/bot.ts';
import { botStates, isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import { deletedAfterDays } from '../../domain/captured/keep-days.ts';
import type { Clock } from '../../ports/clock.ts';
import { appSessionsOf, type BotRange, rangeOf } from '../../storage/bots/bot-indexes.ts';
import type { ListedBots } from '../../storage/bots/bot-lists.ts';
import { type BotRef, refOf } from '../../storage/keys.ts';
import type { Project, ProjectRepository } from '../../storage/projects.ts';
import { createDeleteBotData } from './delete-bot-data.ts';
import { createEachBot } from './each-bot.ts';

const dayMs = 24 * 3600 * 1000;

/** Finished, with what was captured still there. */
const holdingStates = botStates.filter((state) => isFinal(state) && !isErased(state));

interface ForgetOldPorts {
  readonly bots: ListedBots;
  readonly projects: Pick<ProjectRepository, 'ids'> & {
    get(id: string): Promise<Pick<Project, 'keep_days'> | undefined>;
  };
  readonly clock: Clock;
  /** Told of a bot that is still there, or of a project whose record or list could not be read. */
  readonly onFault: (error: unknown, about: Pick<BotRef, 'project_id'> & Partial<BotRef>) => void;
}

/**
 * Deletes the data of all bots and app sessions that ended longer ago than their project, or the operator, has data kept,
 * and answers of how many. Their records stay, as after `delete_data`. What cannot be read, or deleted, keeps no other from it.
 * Ends between two bots once there is no time left. Safe to repeat.
 */
export const createForgetOld = (ports: ForgetOldPorts, operator: number | null) => {
  const { bots, projects, clock, onFault } = ports;
  const deleteData = createDeleteBotData(ports);
  const botsIn = createEachBot({ bots, onUnreadable: onFault });

  /** For how long a project says; where its record cannot be read, what the operator says still holds. */
  const keepDaysOf = async (project_id: string): Promise<number | null | undefined> => {
    try {
      return (await projects.get(project_id))?.keep_days;
    } catch (error) {
      onFault(error, { project_id });
      return undefined;
    }
  };

  const forgetIn = async (project_id: string, keep_days: number, hasTime: () => boolean): Promise<number> => {
    const before = new Date(clock.now().getTime() - keep_days * dayMs);
    const isOld = ({ state, events }: Bot): boolean => {
      const ended_at = events.at(-1)?.created_at;
      return holdingStates.includes(state) && ended_at !== undefined && Date.parse(ended_at) < before.getTime();
    };
    let forgotten = 0;
    const forget = async (ref: BotRef): Promise<void> => {
      try {
        await deleteData(ref);
        forgotten += 1;
      } catch (error) {
        onFault(error, ref);
      }
    };
    const forgetAll = async (range: BotRange): Promise<void> => {
      try {
        for await (const bot of botsIn(project_id, range)) {
          if (!hasTime()) return;
          if (isOld(bot)) await forget(refOf(bot));
        }
      } catch (error) {
        onFault(error, { project_id });
      }
    };
    // Nobody ends before they were to join.
    const joinedBefore = { states: holdingStates, join_at_before: before.toISOString() };
    for (const range of [rangeOf(project_id, joinedBefore), appSessionsOf(project_id)]) await forgetAll(range);
    return forgotten;
  };

  return async (hasTime: () => boolean = () => true): Promise<number> => {
    let forgotten = 0;
    for (const id of await projects.ids()) {
      if (!hasTime()) break;
      const days = deletedAfterDays({ project: await keepDaysOf(id), operator });
      if (days !== null) forgotten += await forgetIn(id, days, hasTime);
    }
    return forgotten;
  };
};
