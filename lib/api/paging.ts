/** Pages on the wire: cursors in query strings, neighbours as absolute URLs. */
import { type Cursor, decodeCursor, encodeCursor, type Page } from '../domain/page.ts';

export interface ListRequest {
  /** The list's address without a query. */
  readonly url: string;
  /** The query as it was sent. */
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly project_id: string;
  readonly cursor_secret: string;
}

/** A cursor is good for one list of one project with one set of filters. */
const scopeOf = ({ url, query, project_id }: ListRequest): string => {
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'page_size');
  return JSON.stringify([project_id, new URL(url).pathname, filters.sort(([a], [b]) => (a < b ? -1 : 1))]);
};

/** The cursor that the request came with, if any. @throws InvalidCursorError */
export const cursorOf = (request: ListRequest): Cursor | undefined => {
  const { cursor } = request.query;
  return typeof cursor === 'string' ? decodeCursor(cursor, scopeOf(request), request.cursor_secret) : undefined;
};

/** The envelope of a page. */
export const presentPage = <T, B>(page: Page<T>, request: ListRequest, present: (item: T) => B) => {
  const linkTo = (cursor: Cursor | undefined): string | null => {
    if (!cursor) return null;
    const link = new URL(request.url);
    for (const [name, value] of Object.entries(request.query)) {
      if (name !== 'cursor') for (const one of [value].flat()) link.searchParams.append(name, one);
    }
    link.searchParams.set('cursor', encodeCursor(cursor, scopeOf(request), request.cursor_secret));
    return link.toString();
  };
  return { next: linkTo(page.next), previous: linkTo(page.previous), results: page.results.map((one) => present(one)) };
};
