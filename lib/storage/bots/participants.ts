import { Participant } from '../../domain/captured/captured.ts';
import type { Positioned } from '../../domain/page.ts';
import type { Item, Query, Table } from '../../ports/table.ts';
import { itemKind } from '../item-kind.ts';
import { type BotRef, participantKey, participantPrefix } from '../keys.ts';
import { type OnUnreadable, readable } from '../readable.ts';
import { removeAll } from '../remove-all.ts';
import { shapeOf } from '../shape.ts';

const participantItems = itemKind<Participant>('participant', () => shapeOf(Participant));

const positionOf = ({ sk }: Item): string => sk.slice(participantPrefix.length);
const participantOf = (item: Item): Positioned<Participant> => ({
  position: positionOf(item),
  value: participantItems.recordOf(item),
});

/** Beginning after a position, or with it. */
export interface ParticipantRange extends Pick<Query, 'after' | 'order' | 'limit'> {
  readonly inclusive?: true;
}

/** Those who are or were in a bot's meeting, one item each, in the order of their positions. */
export const participantRepository = (table: Table) => ({
  async list(ref: BotRef): Promise<Positioned<Participant>[]> {
    const { pk: partition } = participantKey(ref, '');
    return (await table.query({ partition, prefix: participantPrefix })).map(participantOf);
  },

  /** Some of them, for whoever looks at them; by `readable`'s rule there is nothing at the position of one that cannot be read. */
  async look(
    ref: BotRef,
    { after, inclusive, ...range }: ParticipantRange,
    onUnreadable?: OnUnreadable,
  ): Promise<Positioned<Participant | undefined>[]> {
    const { pk: partition, sk } = participantKey(ref, after ?? '');
    const from = after === undefined ? {} : { after: sk };
    const [first, beyond] = await Promise.all([
      inclusive ? table.get({ pk: partition, sk }) : undefined,
      table.query({ partition, prefix: participantPrefix, ...range, ...from }),
    ]);
    const read = readable(participantItems.recordOf, onUnreadable);
    return (first ? [first, ...beyond] : beyond).map((item) => ({ position: positionOf(item), value: read(item) }));
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
