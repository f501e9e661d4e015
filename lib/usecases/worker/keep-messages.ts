import type { ChatMessage } from '../../domain/captured/captured.ts';
import type { Clock } from '../../ports/clock.ts';
import { BoundedMap } from '../../process/bounded.ts';
import type { CapturedBatch, CapturedRepository } from '../../storage/bots/captured.ts';
import type { BotRef } from '../../storage/keys.ts';

export interface KeepMessagesPorts {
  readonly captured: Pick<CapturedRepository, 'list' | 'get' | 'edit'>;
  readonly clock: Clock;
}

// Below the 400 KB that DynamoDB keeps in one item, whatever its encoding costs.
const mostBytes = 350 * 1024;
const mostRemembered = 10_000;

/**
 * Tells new messages from edits of stored ones, and applies the edits where the messages are stored: so a list shows each
 * message once, in its place, as it was written last. There is one for each worker, which remembers where it stored what.
 */
export const createKeepMessages = ({ captured, clock }: KeepMessagesPorts, ref: BotRef) => {
  let places: Map<string, string> | undefined;

  const load = async (): Promise<Map<string, string>> => {
    const known = new BoundedMap<string, string>(mostRemembered);
    for (const { batch_id, entries } of await captured.list(ref, 'chat_messages')) {
      for (const { id } of entries) known.set(id, batch_id);
    }
    return known;
  };

  const edit = async (batchId: string, changes: ReadonlyMap<string, ChatMessage>): Promise<void> => {
    const batch = await captured.get(ref, 'chat_messages', batchId);
    if (!batch) return;
    const entries = batch.entries.map((entry) => changes.get(entry.id) ?? entry);
    const changed = entries.filter(({ text }, index) => text !== batch.entries[index]?.text);
    // Rather an old text than a report that can never be stored.
    if (changed.length === 0 || Buffer.byteLength(JSON.stringify(entries)) > mostBytes) return;
    const at = clock.now().toISOString();
    const edited = { ...batch.edited, ...Object.fromEntries(changed.map(({ id }) => [id, at])) };
    await captured.edit({ ...batch, entries, edited });
  };

  return {
    /** The messages that are new, each as it was written last. Edits of stored ones are applied. Safe to repeat. */
    async fresh(messages: readonly ChatMessage[]): Promise<ChatMessage[]> {
      if (messages.length === 0) return [];
      places ??= await load();
      const newest = new Map(messages.map((message) => [message.id, message]));
      const changes = Map.groupBy(newest.values(), ({ id }) => places?.get(id));
      for (const [batchId, those] of changes) {
        if (batchId !== undefined) await edit(batchId, new Map(those.map((message) => [message.id, message])));
      }
      return changes.get(undefined) ?? [];
    },

    /** Remembers where messages are, once all that came with them are stored: a report that is repeated is the same. */
    stored(batches: readonly CapturedBatch<'chat_messages'>[]): void {
      for (const { batch_id, entries } of batches) {
        for (const { id } of entries) places?.set(id, batch_id);
      }
    },
  };
};
