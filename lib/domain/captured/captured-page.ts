/** Pages of what was captured: where one begins, and what is on it. */
import { InvalidCursorError } from '../errors.ts';
import { type Cursor, cutPage, type Page } from '../page.ts';
import { comparePlaces, type Place, type Placed } from './reading-order.ts';

/** Beyond which place a page begins. */
export interface Start extends Pick<Cursor, 'direction' | 'inclusive'> {
  readonly place: Place;
}

const positionOf = ({ moment_ms, batch_id, number }: Place): string => [moment_ms, batch_id, number].join('/');

/** @throws InvalidCursorError for a position of another form, such as earlier versions gave out */
export const startOf = ({ position, ...way }: Cursor): Start => {
  const [moment, batch_id, number] = position.split('/');
  if (batch_id === undefined || number === undefined) throw new InvalidCursorError();
  return { ...way, place: { moment_ms: Number(moment), batch_id, number: Number(number) } };
};

/** The direction of reading, as what differences of places are multiplied with. */
const signOf = (start: Start | undefined): 1 | -1 => (start?.direction === 'previous' ? -1 : 1);

/** What stands beyond the start, in the direction of reading. */
export const aheadOf = <T>(read: readonly Placed<T>[], start: Start | undefined): Placed<T>[] => {
  const sign = signOf(start);
  const isAhead = ({ place }: Placed<T>): boolean => {
    const way = start ? sign * comparePlaces(place, start.place) : 1;
    return way > 0 || (way === 0 && start?.inclusive === true);
  };
  return read.filter(isAhead).toSorted((one, other) => sign * comparePlaces(one.place, other.place));
};

/**
 * A page of what is ahead. Where that does not fit, it ends before `settled_ms`, if anything stands there: at that moment
 * or later stands what is yet to be stored, which the next page would not hold.
 */
export const capturedPage = <T>(
  ahead: readonly Placed<T>[],
  start: Start | undefined,
  { page_size, settled_ms }: { readonly page_size: number; readonly settled_ms: number },
): Page<T> => {
  const full = ahead.slice(0, page_size);
  const settled = full.filter(({ place }) => place.moment_ms < settled_ms);
  const isHeld = signOf(start) > 0 && ahead.length > page_size && settled.length > 0;
  const shown = isHeld ? settled : full;
  const last = shown.at(-1)?.place;
  return cutPage(
    shown.map(({ place, value }) => ({ position: positionOf(place), value })),
    ahead.length > shown.length && last ? positionOf(last) : undefined,
    start && { ...start, position: positionOf(start.place) },
  );
};
