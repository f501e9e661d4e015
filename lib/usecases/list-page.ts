/** Pages of lists whose items are found by their positions, at the same cost however long the list is. */
import { type Cursor, cutPage, type Page, type Positioned } from '../domain/page.ts';
import type { Query } from '../ports/table.ts';

export interface PageRequest {
  readonly from?: Cursor | undefined;
  readonly page_size: number;
}

interface Listing<T> {
  /** Whether the list begins with the greatest position. */
  readonly isNewestFirst?: boolean;
  /** The positions of a list. */
  readonly positions: (
    range: Pick<Query, 'after' | 'order'> & { readonly limit: number },
  ) => Promise<readonly string[]>;
  /** What is at positions, in their order; what is gone is left out. */
  readonly at: (positions: readonly string[]) => Promise<readonly Positioned<T>[]>;
  /** Absent where all that the positions lead to belongs to the list. */
  readonly isWanted?: ((item: T) => boolean) | undefined;
}

/** At most so many items are looked at for a page of which not all belong to the list. */
const mostLookedAt = 100;

/** A page of a list. One of which items are left out may be short, even empty, and still have a next one. */
export const listPage = async <T>(
  { isNewestFirst = false, positions, at, isWanted }: Listing<T>,
  { from, page_size }: PageRequest,
): Promise<Page<T>> => {
  const most = isWanted ? mostLookedAt : page_size;
  const isBackwards = from?.direction === 'previous';
  const beyond = await positions({
    order: isBackwards === isNewestFirst ? 'ascending' : 'descending',
    limit: most + 1,
    ...(from && { after: from.position }),
  });
  const ahead = from?.inclusive ? [from.position, ...beyond] : beyond;
  const lookedAt = ahead.slice(0, most);
  const read = await at(lookedAt);
  const found = isWanted ? read.filter(({ value }) => isWanted(value)) : read;
  const page = found.slice(0, page_size);
  // Where reading ended, which is past the last item of the page when those behind it did not belong to the list.
  const end = found.length > page_size ? page.at(-1) : { position: lookedAt.at(-1) };
  const hasMore = found.length > page_size || ahead.length > most;
  return cutPage(page, hasMore ? end?.position : undefined, from);
};
