/** What is due at a moment and belongs to no bot. Spread over shards, for much may fall due in the same minute. */
import { type Key, mostWrites, type Table, tableIndexes, type Update } from '../ports/table.ts';
import { attempt } from './attempt.ts';
import { type List, listedIn } from './listings.ts';

export const dueShards = [0, 1, 2, 3] as const;
export type DueShard = (typeof dueShards)[number];

// The end of an id is random.
const shardOf = (id: string): number =>
  (id.charCodeAt(id.length - 1) + id.charCodeAt(id.length - 2)) % dueShards.length;

const dueList = (what: string, shard: number): List => ({ index: 'gsi1', partition: `due#${what}#${shard}` });
const positionOf = (at: Date, id: string): string => `${at.toISOString()}#${id}`;

/** The place of an item in the list of what is due: from a moment on, under an id by which its work is found. */
export const dueAt = (what: string, id: string, at: Date) => ({
  ...dueList(what, shardOf(id)),
  position: positionOf(at, id),
});

/** Something that is due, since its position says. */
export interface Due {
  readonly id: string;
  readonly key: Key;
  readonly position: string;
}

/** Everything of one sort that is due at some moment. Items come in and go out with their own writes, by `dueAt`. */
export const dueRepository = (table: Pick<Table, 'query' | 'update' | 'write'>, what: string) => {
  /** Not when somebody else has moved or ended it. */
  const moving = ({ id, key, position }: Due, to: Date): Update => {
    const place = dueAt(what, id, to);
    return { update: key, set: listedIn(place), when: { equals: { [tableIndexes[place.index].sk]: position } } };
  };
  const move = async (due: Due, to: Date): Promise<boolean> => (await attempt(table.update(moving(due, to)))).isDone;

  return {
    /** What is due by a moment in a shard, the longest due first, at most so many; beyond `after`, if that is given. */
    async list(shard: DueShard, now: Date, { limit, after }: { limit: number; after?: Due }): Promise<Due[]> {
      const { index, partition } = dueList(what, shard);
      const { sk } = tableIndexes[index];
      // '$' follows '#': all that is due at this very moment is there too.
      const below = `${now.toISOString()}$`;
      const found = await table.query({ index, partition, below, limit, ...(after && { after: after.position }) });
      return found.map((item) => {
        const position = String(item[sk]);
        return { id: position.slice(position.indexOf('#') + 1), key: { pk: item.pk, sk: item.sk }, position };
      });
    },

    /** Makes something due at another moment. Answers whether it did: not when somebody else has moved or ended it. */
    move,

    /** The same for many things, in few writes: each costs DynamoDB twice as much, and all of them take little time. */
    async moveMany(many: readonly Due[], to: Date): Promise<boolean[]> {
      const isMoved: boolean[] = [];
      for (let i = 0; i < many.length; i += mostWrites) {
        const some = many.slice(i, i + mostWrites);
        const { isDone } = await attempt(table.write(...some.map((due) => moving(due, to))));
        isMoved.push(...(await Promise.all(some.map((due) => isDone || move(due, to)))));
      }
      return isMoved;
    },
  };
};
export type DueRepository = ReturnType<typeof dueRepository>;
