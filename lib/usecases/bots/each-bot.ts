import type { Bot } from '../../domain/bot/bot.ts';
import { type BotRange, botIdAt } from '../../storage/bots/bot-indexes.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import { UnreadableItemError } from '../../storage/item-kind.ts';
import type { BotRef } from '../../storage/keys.ts';

const atOnce = 50;

export interface EachBotPorts {
  readonly bots: Pick<BotRepository, 'positions' | 'at'>;
  /** Told of each bot whose record cannot be read: it keeps nobody from the others. */
  readonly onUnreadable: (error: unknown, ref: BotRef) => void;
}

/** The bots of a list one by one, however many; those that cannot be read are told of and left out. */
export const createEachBot = ({ bots, onUnreadable }: EachBotPorts) => {
  const readable = async (project_id: string, positions: readonly string[]): Promise<readonly Bot[]> => {
    try {
      return (await bots.at(project_id, positions)).map(({ value }) => value);
    } catch (error) {
      if (!(error instanceof UnreadableItemError)) throw error;
      if (positions.length > 1) {
        const half = Math.ceil(positions.length / 2);
        const halves = [positions.slice(0, half), positions.slice(half)];
        return (await Promise.all(halves.map((some) => readable(project_id, some)))).flat();
      }
      for (const position of positions) onUnreadable(error, { project_id, bot_id: botIdAt(position) });
      return [];
    }
  };

  return async function* (project_id: string, range: BotRange): AsyncGenerator<Bot> {
    for (let after: string | undefined; ; ) {
      const positions = await bots.positions(range, { limit: atOnce, ...(after !== undefined && { after }) });
      yield* await readable(project_id, positions);
      after = positions.at(-1);
      if (positions.length < atOnce) return;
    }
  };
};
