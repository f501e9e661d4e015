/** What is kept of a project beside what has a repository that removes it. */
import type { Table } from '../ports/table.ts';
import {
  type BotRef,
  botKey,
  type ConnectionRef,
  connectionKey,
  executionKey,
  projectKey,
  webhooksPartition,
} from './keys.ts';
import { itemsIn } from './listings.ts';
import { apiKeyList } from './projects.ts';
import { removeAll } from './remove-all.ts';
import { isForgottenMark, webhookPrefix } from './webhooks/webhook-deliveries.ts';

/** All of it is safe to repeat. */
export const projectRemains = (table: Table) => ({
  /** No subscription tells anything any more, and no key opens anything. */
  async close(projectId: string): Promise<void> {
    const partition = webhooksPartition(projectId);
    await table.write({ delete: { pk: partition, sk: 'subscriptions' } });
    await removeAll(table, partition, '');
    for (const { pk, sk } of await itemsIn(table, apiKeyList(projectId))) await table.write({ delete: { pk, sk } });
  },

  /**
   * What is beside a bot. Webhooks that are on their way go on knowing that what they tell was deleted; what waits for the bot goes
   * once its deletion is followed.
   */
  ofBot(ref: BotRef): Promise<void> {
    const kept = [botKey(ref).sk, executionKey(ref).sk];
    return removeAll(table, botKey(ref).pk, '', (item) => !kept.includes(item.sk) && !isForgottenMark(item));
  },

  /** What was told of a connection, which may still be there. */
  toldOfConnection: (ref: ConnectionRef): Promise<void> => removeAll(table, connectionKey(ref).pk, webhookPrefix),

  /** What is beside a connection that was deleted. */
  ofConnection: (ref: ConnectionRef): Promise<void> => removeAll(table, connectionKey(ref).pk, ''),

  /** The project itself, with the keys of its secrets: its record last. What people did in it stays as long as for others. */
  async remove(projectId: string): Promise<void> {
    const key = projectKey(projectId);
    await removeAll(table, key.pk, '', ({ sk }) => sk !== key.sk);
    await table.write({ delete: key });
  },
});
export type ProjectRemains = ReturnType<typeof projectRemains>;
