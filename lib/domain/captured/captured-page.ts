/** Pages of what was captured: where one begins in the batches that hold it, and what is on it. */
import { InvalidCursorError } from '../errors.ts';
import { type Cursor, cutPage, type Page } from '../page.ts';
import { comparePlaces, type Place, type Placed } from './reading-order.ts';

/** Beyond which place a page begins, and with which batch reading does: no batch before it, on the way, holds any of it. */
export interface Start extends Pick<Cursor, 'direction' | 'inclusive'> {
  readonly place: Place;
  readonly batch_id: string;
}

const positionOf = ({ moment_ms, batch_id, number }: Place, firstBatch: string): string =>
  [moment_ms, batch_id, number, firstBatch].join('/');

/** @throws InvalidCursorError for a position of another form, such as earlier versions gave out */
export const startOf = ({ position, ...way }: Cursor): Start => {
  const [moment, placeBatch, number, batch_id] = position.split('/');
  if (placeBatch === undefined || batch_id === undefined) throw new InvalidCursorError();
  return { ...way, place: { moment_ms: Number(moment), batch_id: placeBatch, number: Number(number) }, batch_id };
};

/** The direction of reading, as what differences of places are multiplied with. */
const signOf = (start: Start | undefined): 1 | -1 => (start?.direction === 'previous' ? -1 : 1);

export interface Parted<T> {
  readonly ahead: readonly Placed<T>[];
  readonly behind: readonly Placed<T>[];
}

/** What was read, in the direction of reading: what begins beyond the start, and what does not. */
export const partedAt = <T>(read: readonly Placed<T>[], start: Start | undefined): Parted<T> => {
  const sign = signOf(start);
  const inOrder = read.toSorted((one, other) => sign * comparePlaces(one.place, other.place));
  const isAhead = ({ place }: Placed<T>): boolean => {
    const way = start ? sign * comparePlaces(place, start.place) : 1;
    return way > 0 || (way === 0 && start?.inclusive === true);
  };
  return { ahead: inOrder.filter(isAhead), behind: inOrder.filter((placed) => !isAhead(placed)) };
};

/** Which of some batches reading meets first. */
const metFirst = (batches: readonly string[], sign: 1 | -1): string =>
  batches.reduce((met, batch) => (batch < met === sign > 0 ? batch : met));

const batchesOf = (placed: readonly Placed<unknown>[]): string[] => placed.map(({ place }) => place.batch_id);

/**
 * A page of what is ahead. Where that does not fit, it ends before `settled_ms`, if anything stands there: at that moment
 * or later stands what is yet to be told, which the next page would not hold.
 */
export const capturedPage = <T>(
  { ahead, behind }: Parted<T>,
  start: Start | undefined,
  { page_size, settled_ms }: { readonly page_size: number; readonly settled_ms: number },
): Page<T> => {
  const sign = signOf(start);
  const full = ahead.slice(0, page_size);
  const settled = full.filter(({ place }) => place.moment_ms < settled_ms);
  const isHeld = sign > 0 && ahead.length > page_size && settled.length > 0;
  const shown = isHeld ? settled : full;
  const left = ahead.slice(shown.length);
  const last = shown.at(-1)?.place;
  const firstBatch = shown[0]?.place.batch_id ?? start?.batch_id ?? '';
  const backFrom = metFirst([firstBatch, ...batchesOf(behind)], sign > 0 ? -1 : 1);
  return cutPage(
    shown.map(({ place, value }) => ({ position: positionOf(place, backFrom), value })),
    left.length > 0 && last ? positionOf(last, metFirst([last.batch_id, ...batchesOf(left)], sign)) : undefined,
    start && { ...start, position: positionOf(start.place, backFrom) },
  );
};
