import type { ItemChange } from '../../ports/table.ts';
import { createTellNews, type TellNewsPorts } from './tell-news.ts';
import { newsOf } from './webhook-news.ts';

/** Tells what is worth telling of changes. A change seen twice gives the same keys. */
export const createFanOutWebhooks = (ports: TellNewsPorts) => {
  const tell = createTellNews(ports);
  return async (changes: readonly ItemChange[]): Promise<void> => {
    await tell(changes.flatMap((change) => newsOf(change) ?? []).filter(({ events }) => events.length > 0));
  };
};
