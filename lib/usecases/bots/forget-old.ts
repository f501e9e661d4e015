/** Deletes by itself what bots brought home long ago, as somebody would by `delete_data`. */
import type { Bot } from '../../domain/bot/bot.ts';
import { botStates, isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import type { Clock } from '../../ports/clock.ts';
import { appSessionsOf, type BotRange, rangeOf } from '../../storage/bots/bot-indexes.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import { refOf } from '../../storage/keys.ts';
import { createDeleteBotData } from './delete-bot-data.ts';

const dayMs = 24 * 3600 * 1000;
const atOnce = 50;

/** Finished, with what was captured still there. */
const holdingStates = botStates.filter((state) => isFinal(state) && !isErased(state));

interface ForgetOldPorts {
  readonly bots: BotRepository;
  readonly projects: { list(): Promise<readonly { readonly id: string }[]> };
  readonly clock: Clock;
}

/**
 * Deletes the data of all bots and app sessions that ended more than `keep_days` ago, and answers of how many. Their
 * records stay, as after `delete_data`. Safe to repeat.
 */
export const createForgetOld = (ports: ForgetOldPorts, keep_days: number) => {
  const { bots, projects, clock } = ports;
  const deleteData = createDeleteBotData(ports);

  async function* botsIn(projectId: string, range: BotRange): AsyncGenerator<Bot> {
    for (let after: string | undefined; ; ) {
      const positions = await bots.positions(range, { limit: atOnce, ...(after !== undefined && { after }) });
      for (const { value } of await bots.at(projectId, positions)) yield value;
      after = positions.at(-1);
      if (positions.length < atOnce) return;
    }
  }

  return async (): Promise<number> => {
    const before = new Date(clock.now().getTime() - keep_days * dayMs);
    const isOld = ({ state, events }: Bot): boolean => {
      const ended_at = events.at(-1)?.created_at;
      return holdingStates.includes(state) && ended_at !== undefined && Date.parse(ended_at) < before.getTime();
    };
    let forgotten = 0;
    for (const { id } of await projects.list()) {
      // Nobody ends before they were to join.
      const joinedBefore = { states: holdingStates, join_at_before: before.toISOString() };
      for (const range of [rangeOf(id, joinedBefore), appSessionsOf(id)]) {
        for await (const bot of botsIn(id, range)) {
          if (!isOld(bot)) continue;
          await deleteData(refOf(bot));
          forgotten += 1;
        }
      }
    }
    return forgotten;
  };
};
