/** What writes cost on DynamoDB: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
import { type Item, tableIndexes } from '../../lib/ports/table.ts';

const bytesOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/\D/g, '').length / 2) + 1;
  if (Array.isArray(value)) return 3 + value.reduce((sum: number, it) => sum + 1 + bytesOf(it), 0);
  if (typeof value === 'object' && value !== null) return 3 + attributesOf(value, 1);
  return 1;
};
const attributesOf = (item: object, each: number): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + each + Buffer.byteLength(name) + bytesOf(value), 0);

/** The bytes of an item as they are counted: names and values. */
export const itemBytes = (item: Item): number => attributesOf(item, 0);

const unitsOf = (item: Item | undefined): number => (item ? Math.ceil(itemBytes(item) / 1024) : 0);

interface Change {
  readonly old?: Item | undefined;
  readonly new?: Item | undefined;
}

/** The entries of an index are keys and the time of expiry, so one unit each. */
const indexUnits = ({ old, new: item }: Change): number =>
  Object.values(tableIndexes).reduce((sum, { pk, sk }) => {
    const entry = (of: Item | undefined) =>
      of?.[pk] === undefined || of[sk] === undefined ? undefined : JSON.stringify([of[pk], of[sk], of.expires_at]);
    const [before, after] = [entry(old), entry(item)];
    return before === after ? sum : sum + (before ? 1 : 0) + (after ? 1 : 0);
  }, 0);

/** The write units of a change outside of a transaction: of the larger image, and of every index entry that changed. */
export const writeUnits = (change: Change): number =>
  Math.max(unitsOf(change.old), unitsOf(change.new)) + indexUnits(change);
