/** Pages of a list, and cursors between them that clients cannot make up. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { InvalidCursorError } from './errors.ts';
import { isRecord, jsonIn } from './json.ts';

/** Where a page begins: after `position` in the direction `next`, before it in the direction `previous`. */
export interface Cursor {
  readonly position: string;
  readonly direction: 'next' | 'previous';
  /** The page begins with `position` itself. So the way back from an empty page leads to where the reader came from. */
  readonly inclusive?: true;
}

const Query = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
/** A query: parameters that were given several times are lists. */
export type Query = Readonly<z.infer<typeof Query>>;

/** A cursor with the query of the list in it, so that it may come back alone. */
export interface SentCursor extends Cursor {
  readonly query?: Query;
}

const macBytes = 12;

const sign = (text: string, scope: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${scope}\n${text}`).digest().subarray(0, macBytes);

/** An opaque cursor. `scope` names the list with its filters: elsewhere the cursor is refused. */
export const encodeCursor = (cursor: SentCursor, scope: string, secret: string): string => {
  const text = JSON.stringify(cursor);
  return Buffer.concat([sign(text, scope, secret), Buffer.from(text)]).toString('base64url');
};

/** @throws InvalidCursorError for anything that encodeCursor did not make for this scope */
export const decodeCursor = (cursor: string, scope: string, secret: string): SentCursor => {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(macBytes).toString();
  if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) throw new InvalidCursorError();
  if (!timingSafeEqual(bytes.subarray(0, macBytes), sign(text, scope, secret))) throw new InvalidCursorError();
  return JSON.parse(text) as SentCursor;
};

/** The query that a cursor says it has in it. What proves it is that `decodeCursor` takes the cursor for a scope with it. */
export const queryIn = (cursor: string): Query | undefined => {
  const told = jsonIn(Buffer.from(cursor, 'base64url').subarray(macBytes).toString());
  return isRecord(told) ? Query.safeParse(told.query).data : undefined;
};

/** A page and the positions that its neighbours start from; undefined where there is no neighbour. */
export interface Page<T> {
  readonly results: readonly T[];
  readonly next: Cursor | undefined;
  readonly previous: Cursor | undefined;
}

/** A thing and its place in the list: positions sort as things do. */
export interface Positioned<T> {
  readonly position: string;
  readonly value: T;
}

/**
 * Makes a page of what was `read`, which begins at the cursor `from` and is in the order in which it was read: backwards
 * for a previous page. `lookedAsFarAs` is the last position that was looked at, if there may be more behind it. The
 * results are in the order of the list in any case.
 */
export const cutPage = <T>(
  read: readonly Positioned<T>[],
  lookedAsFarAs: string | undefined,
  from: Cursor | undefined,
): Page<T> => {
  const onwards = from?.direction ?? 'next';
  const back = onwards === 'next' ? 'previous' : 'next';
  const nearest = read[0]?.position;
  const behind: Cursor | undefined =
    nearest === undefined
      ? from && { position: from.position, direction: back, ...(!from.inclusive && { inclusive: true }) }
      : from && { position: nearest, direction: back };
  const beyond: Cursor | undefined =
    lookedAsFarAs === undefined ? undefined : { position: lookedAsFarAs, direction: onwards };
  const results = read.map(({ value }) => value);
  return onwards === 'next'
    ? { results, next: beyond, previous: behind }
    : { results: results.reverse(), next: behind, previous: beyond };
};
