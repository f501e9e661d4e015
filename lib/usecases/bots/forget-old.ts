/** Deletes by itself what bots brought home long ago, as somebody would by `delete_data`. */
import type { Bot } from '../../domain/bot/bot.ts';
import { botStates, isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import { deletedAfterDays } from '../../domain/captured/keep-days.ts';
import type { Clock } from '../../ports/clock.ts';
import { appSessionsOf, type BotRange, botIdAt, rangeOf } from '../../storage/bots/bot-indexes.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import { type BotRef, refOf } from '../../storage/keys.ts';
import type { Project } from '../../storage/projects.ts';
import { createDeleteBotData } from './delete-bot-data.ts';

const dayMs = 24 * 3600 * 1000;
const atOnce = 50;

/** Finished, with what was captured still there. */
const holdingStates = botStates.filter((state) => isFinal(state) && !isErased(state));

interface ForgetOldPorts {
  readonly bots: BotRepository;
  readonly projects: { list(): Promise<readonly Pick<Project, 'id' | 'keep_days'>[]> };
  readonly clock: Clock;
  /** Told of a bot that is still there, or of a project whose list could not be read to its end. */
  readonly onFault: (error: unknown, about: Pick<BotRef, 'project_id'> & Partial<BotRef>) => void;
}

/**
 * Deletes the data of all bots and app sessions that ended longer ago than their project, or the operator, has data kept,
 * and answers of how many. Their records stay, as after `delete_data`. One that cannot be read, or deleted, keeps no other from it.
 * Safe to repeat.
 */
export const createForgetOld = (ports: ForgetOldPorts, operator: number | null) => {
  const { bots, projects, clock, onFault } = ports;
  const deleteData = createDeleteBotData(ports);

  /** The bots at positions, without those that cannot be read. */
  const readable = async (project_id: string, positions: readonly string[]): Promise<readonly Bot[]> => {
    try {
      return (await bots.at(project_id, positions)).map(({ value }) => value);
    } catch (error) {
      if (positions.length > 1) {
        const half = Math.ceil(positions.length / 2);
        const halves = [positions.slice(0, half), positions.slice(half)];
        return (await Promise.all(halves.map((some) => readable(project_id, some)))).flat();
      }
      for (const position of positions) onFault(error, { project_id, bot_id: botIdAt(position) });
      return [];
    }
  };

  async function* botsIn(projectId: string, range: BotRange): AsyncGenerator<Bot> {
    for (let after: string | undefined; ; ) {
      const positions = await bots.positions(range, { limit: atOnce, ...(after !== undefined && { after }) });
      yield* await readable(projectId, positions);
      after = positions.at(-1);
      if (positions.length < atOnce) return;
    }
  }

  const forgetIn = async (project_id: string, keep_days: number): Promise<number> => {
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
        for await (const bot of botsIn(project_id, range)) if (isOld(bot)) await forget(refOf(bot));
      } catch (error) {
        onFault(error, { project_id });
      }
    };
    // Nobody ends before they were to join.
    const joinedBefore = { states: holdingStates, join_at_before: before.toISOString() };
    for (const range of [rangeOf(project_id, joinedBefore), appSessionsOf(project_id)]) await forgetAll(range);
    return forgotten;
  };

  return async (): Promise<number> => {
    let forgotten = 0;
    for (const { id, keep_days } of await projects.list()) {
      const days = deletedAfterDays({ project: keep_days, operator });
      if (days !== null) forgotten += await forgetIn(id, days);
    }
    return forgotten;
  };
};
