/** Pages of lists whose items are found by their positions, at the same cost however long the list is. */
import { type Cursor, cutPage, type Page, type Positioned } from '../domain/page.ts';
import type { Query } from '../ports/table.ts';
import type { OnUnreadable } from '../storage/readable.ts';

export interface PageRequest {
  readonly from?: Cursor | undefined;
  readonly page_size: number;
}

/** What lists for clients have in common. */
export interface ListPorts {
  /** Told of each item that cannot be read, which is then left out. */
  readonly onUnreadable: OnUnreadable;
}

interface Listing<T> {
  /** Whether the list begins with the greatest position. */
  readonly isNewestFirst?: boolean;
  /** The positions of a list. */
  readonly positions: (
    range: Pick<Query, 'after' | 'order'> & { readonly limit: number },
  ) => Promise<readonly string[]>;
  /** What is at positions, in their order; what is gone, or cannot be read, is left out. */
  readonly at: (positions: readonly string[]) => Promise<readonly Positioned<T>[]>;
  /** Absent where all that the positions lead to belongs to the list. */
  readonly isWanted?: ((item: T) => boolean) | undefined;
}

/** So many items are looked at together for a page of which not all belong to the list. */
const mostLookedAt = 100;
/** So often it is looked on where none of them does, before the page is answered empty. */
const mostLooks = 5;

/**
 * A page of a list. One of which items are left out may be short; after `mostLooks` in vain it may be empty, and still have a
 * next one.
 */
export const listPage = async <T>(
  { isNewestFirst = false, positions, at, isWanted }: Listing<T>,
  { from, page_size }: PageRequest,
): Promise<Page<T>> => {
  const most = isWanted ? mostLookedAt : page_size;
  const direction = from?.direction ?? 'next';
  const order = (direction === 'previous') === isNewestFirst ? 'ascending' : 'descending';

  /** What is found beginning at a cursor, and the position up to which that is all, if there is more behind it. */
  const look = async (start: Cursor | undefined) => {
    const beyond = await positions({ order, limit: most + 1, ...(start && { after: start.position }) });
    const ahead = start?.inclusive ? [start.position, ...beyond] : beyond;
    const lookedAt = ahead.slice(0, most);
    const read = await at(lookedAt);
    const found = isWanted ? read.filter(({ value }) => isWanted(value)) : read;
    const page = found.slice(0, page_size);
    // Past the last item of the page where those behind it do not belong to the list.
    if (found.length > page_size) return { page, end: page.at(-1)?.position };
    return { page, end: ahead.length > most ? lookedAt.at(-1) : undefined };
  };

  let { page, end } = await look(from);
  for (let looks = 1; page.length === 0 && end !== undefined && looks < mostLooks; looks += 1) {
    ({ page, end } = await look({ position: end, direction }));
  }
  return cutPage(page, end, from);
};
