import { Participant } from '../../domain/captured/captured.ts';
import type { Positioned } from '../../domain/page.ts';
import type { Item, Query, Table } from '../../ports/table.ts';
import { itemKind } from '../item-kind.ts';
import { type BotRef, participantKey, participantPrefix } from '../keys.ts';
import { removeAll } from '../remove-all.ts';
import { shapeOf } from '../shape.ts';

const participantItems = itemKind<Participant>('participant', () => shapeOf(Participant));

const participantOf = (item: Item): Positioned<Participant> => ({
  position: item.sk.slice(participantPrefix.length),
  value: participantItems.recordOf(item),
});

/** Those who are or were in a bot's meeting, one item each, in the order of their positions. */
export const participantRepository = (table: Table) => ({
  async list(ref: BotRef, range: Pick<Query, 'after' | 'order' | 'limit'> = {}): Promise<Positioned<Participant>[]> {
    const { after, ...rest } = range;
    const { pk: partition } = participantKey(ref, '');
    const from = after === undefined ? {} : { after: participantKey(ref, after).sk };
    return (await table.query({ partition, prefix: participantPrefix, ...rest, ...from })).map(participantOf);
  },

  async get(ref: BotRef, position: string): Promise<Positioned<Participant> | undefined> {
    const item = await table.get(participantKey(ref, position));
    return item && participantOf(item);
  },

  /** Stores them as they are now. */
  async save(ref: BotRef, participants: readonly Positioned<Participant>[]): Promise<void> {
    // Each on its own: none depends on another, and together they would cost twice as much.
    await Promise.all(
      participants.map(({ position, value }) =>
        table.write({ put: participantItems.itemOf(participantKey(ref, position), value) }),
      ),
    );
  },

  async erase(ref: BotRef): Promise<void> {
    await removeAll(table, participantKey(ref, '').pk, participantPrefix);
  },
});
export type ParticipantRepository = ReturnType<typeof participantRepository>;
