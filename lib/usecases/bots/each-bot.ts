import type { Bot } from '../../domain/bot/bot.ts';
import type { BotRange } from '../../storage/bots/bot-indexes.ts';
import type { BotLists } from '../../storage/bots/bot-lists.ts';
import type { BotRef } from '../../storage/keys.ts';

const atOnce = 50;

export interface EachBotPorts {
  readonly bots: BotLists;
  /** Told of each bot whose record cannot be read: it keeps nobody from the others. */
  readonly onUnreadable: (error: unknown, ref: BotRef) => void;
}

/** The bots of a list one by one, however many; those that cannot be read are told of and left out. */
export const createEachBot = ({ bots, onUnreadable }: EachBotPorts) =>
  async function* (project_id: string, range: BotRange): AsyncGenerator<Bot> {
    for (let after: string | undefined; ; ) {
      const positions = await bots.positions(range, { limit: atOnce, ...(after !== undefined && { after }) });
      for (const { value } of await bots.at(project_id, positions, onUnreadable)) yield value;
      after = positions.at(-1);
      if (positions.length < atOnce) return;
    }
  };
