/** Pages of a list: cursors that clients cannot make up, and the cut of a page out of what was read. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { InvalidCursorError } from './errors.ts';

/** Where a page starts: after `position` going onwards, or before it going back. */
export const Cursor = z.object({ position: z.string(), direction: z.enum(['next', 'previous']) });
export type Cursor = z.infer<typeof Cursor>;

const Signed = z.tuple([z.string(), z.enum(['next', 'previous'])]);
const macBytes = 12;

const sign = (text: string, scope: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${scope}\n${text}`).digest().subarray(0, macBytes);

/** An opaque cursor. `scope` names the list with its filters: elsewhere the cursor is refused. */
export const encodeCursor = (cursor: Cursor, scope: string, secret: string): string => {
  const text = JSON.stringify([cursor.position, cursor.direction]);
  return Buffer.concat([sign(text, scope, secret), Buffer.from(text)]).toString('base64url');
};

/** @throws InvalidCursorError for anything that encodeCursor did not make for this scope */
export const decodeCursor = (cursor: string, scope: string, secret: string): Cursor => {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(macBytes).toString();
  if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) throw new InvalidCursorError();
  if (!timingSafeEqual(bytes.subarray(0, macBytes), sign(text, scope, secret))) throw new InvalidCursorError();
  const [position, direction] = Signed.parse(JSON.parse(text));
  return { position, direction };
};

/** A page and the positions that its neighbours start from; undefined where there is no neighbour. */
export interface Page<T> {
  readonly results: readonly T[];
  readonly next: Cursor | undefined;
  readonly previous: Cursor | undefined;
}

interface Positioned<T> {
  readonly position: string;
  readonly value: T;
}

/**
 * Makes a page of what was read from a cursor on, in the direction of reading; `hasMore` tells that more lies beyond.
 * Results come out in the order of the list, whichever way they were read.
 */
export const cutPage = <T>(read: readonly Positioned<T>[], hasMore: boolean, from: Cursor | undefined): Page<T> => {
  const isBackward = from?.direction === 'previous';
  const entries = isBackward ? [...read].reverse() : read;
  const first = entries[0]?.position ?? from?.position;
  const last = entries.at(-1)?.position ?? from?.position;
  const hasNext = isBackward || hasMore;
  const hasPrevious = isBackward ? hasMore : from !== undefined;
  return {
    results: entries.map(({ value }) => value),
    next: hasNext && last !== undefined ? { position: last, direction: 'next' } : undefined,
    previous: hasPrevious && first !== undefined ? { position: first, direction: 'previous' } : undefined,
  };
};
