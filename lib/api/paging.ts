/** Pages on the wire: cursors in query strings, neighbours as absolute URLs. */
import { InvalidCursorError } from '../domain/errors.ts';
import { type Cursor, decodeCursor, encodeCursor, type Page, type Query, queryIn } from '../domain/page.ts';

export interface ListRequest {
  /** The list's address without a query. */
  readonly url: string;
  /** The query as it was sent, with what its cursor adds to it. */
  readonly query: Query;
  readonly project_id: string;
  readonly cursor_secret: string;
}

const filtersIn = (query: Query) => Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'page_size');

/** A cursor is good for one list of one project with one set of filters. */
const scopeOf = ({ url, query, project_id }: ListRequest): string =>
  JSON.stringify([project_id, new URL(url).pathname, filtersIn(query).sort(([a], [b]) => (a < b ? -1 : 1))]);

const decoded = (cursor: string, request: ListRequest): Cursor => {
  const { query: _, ...from } = decodeCursor(cursor, scopeOf(request), request.cursor_secret);
  return from;
};

/** The cursor that the request came with, if any. @throws InvalidCursorError */
export const cursorOf = (request: ListRequest): Cursor | undefined => {
  const { cursor } = request.query;
  return typeof cursor === 'string' ? decoded(cursor, request) : undefined;
};

/** The request that is meant: a cursor that comes without filters stands for those that it was made with. */
export const withQueryOfCursor = (request: ListRequest): ListRequest => {
  const { cursor } = request.query;
  if (typeof cursor !== 'string' || filtersIn(request.query).length > 0) return request;
  const added = queryIn(cursor);
  if (!added) return request;
  const whole = { ...request, query: { ...added, ...request.query } };
  try {
    decoded(cursor, whole);
    return whole;
  } catch (error) {
    if (error instanceof InvalidCursorError) return request;
    throw error;
  }
};

/** So that a cursor fits into an address. One of a longer query goes with that only. */
const mostBytesInCursor = 1_000;

/** The query as it is in a cursor. */
const forCursor = ({ cursor: _, ...query }: Query): { readonly query?: Query } =>
  Object.keys(query).length > 0 && Buffer.byteLength(JSON.stringify(query)) <= mostBytesInCursor ? { query } : {};

/** The envelope of a page. */
export const presentPage = <T, B>(page: Page<T>, request: ListRequest, present: (item: T) => B) => {
  const linkTo = (cursor: Cursor | undefined): string | null => {
    if (!cursor) return null;
    const link = new URL(request.url);
    for (const [name, value] of Object.entries(request.query)) {
      if (name !== 'cursor') for (const one of [value].flat()) link.searchParams.append(name, one);
    }
    const sent = { ...cursor, ...forCursor(request.query) };
    link.searchParams.set('cursor', encodeCursor(sent, scopeOf(request), request.cursor_secret));
    return link.toString();
  };
  return { next: linkTo(page.next), previous: linkTo(page.previous), results: page.results.map((one) => present(one)) };
};
