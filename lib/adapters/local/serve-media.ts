/** Answers links to objects: whole or in byte ranges, as players ask for them. */
import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { contentDisposition } from '../../domain/captured/file-name.ts';
import { partsOf } from '../../domain/captured/media-name.ts';
import { peoplePage, peoplePageHeaders, wantsPage } from '../../net/serving/people-page.ts';
import { type Clock, systemClock } from '../../ports/clock.ts';
import { unlessMissing } from '../../process/disk/file-faults.ts';
import type { LocalDatabase } from './database.ts';
import { nameInSignedPath } from './media-names.ts';
import { contentTypeOf, mediaFolder, mediaKey } from './media-store.ts';

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/** The one range that a Range header asks for; the whole when there is none that we know, undefined when it lies outside. */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'whole' | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return 'whole';
  const [, first, last] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return undefined;
  return start <= end ? { start, end } : 'whole';
};

/** Names what a file holds now: an object is stored whole, in the place of the one before. */
const tagOf = ({ size, mtimeMs }: Stats): string => `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;

/** Whether a client has this very content already (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((known) => ['*', tag].includes(known.trim().replace(/^W\//, ''))) ?? false;

const refuse = (res: ServerResponse, status: number, headers: Record<string, string> = {}): void => {
  res.writeHead(status, { 'cache-control': 'no-store', ...headers }).end();
};

/** What people are told by a page, and programs by a line. */
interface Refusal {
  readonly page: string;
  readonly line: string;
}

const linkIsOver: Refusal = {
  line: 'This link is over, or was not copied to its end. Links to recordings are good for half an hour: GET /api/v1/bots/{id}/recording answers a new one.',
  page: peoplePage(
    'This link is over',
    `<p>Links to recordings are good for half an hour, or this one was not copied to its end. Ask for a new one: open the
meeting in <a href="/dashboard">the dashboard</a>, or <code>GET /api/v1/bots/{id}/recording</code>.</p>`,
  ),
};
const isGone: Refusal = {
  line: 'This recording is gone: it was deleted, and cannot be had back.',
  page: peoplePage('This recording is gone', '<p>It was deleted, and cannot be had back.</p>'),
};

/** Says no and why, to somebody who came by a browser with a page. */
const refusePeople = (req: IncomingMessage, res: ServerResponse, status: number, { page, line }: Refusal): void => {
  const isForPage = wantsPage(req.method ?? 'GET', req.headers.accept);
  const headers = isForPage ? peoplePageHeaders : { 'content-type': 'text/plain; charset=utf-8' };
  res.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(isForPage ? page : `${line}\n`);
};

/** Handles requests for `/media/…`: 403 for a link that is not ours or has expired, 404 for an object that is gone. */
export const createServeMedia =
  (database: LocalDatabase, clock: Clock = systemClock) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 405, { allow: 'GET, HEAD' });
    const url = new URL(req.url ?? '/', 'http://local');
    const name = nameInSignedPath(url, clock.now(), mediaKey(database.folder));
    if (name === undefined) return refusePeople(req, res, 403, linkIsOver);
    const file = await open(join(mediaFolder(database.folder), ...partsOf(name))).catch(unlessMissing);
    if (!file) return refusePeople(req, res, 404, isGone);
    try {
      const stats = await file.stat();
      const [{ size }, tag] = [stats, tagOf(stats)];
      const kept = { etag: tag, 'last-modified': stats.mtime.toUTCString(), 'cache-control': 'private, no-cache' };
      if (isKnown(req.headers['if-none-match'], tag)) return void res.writeHead(304, kept).end();
      // The rest of what was broken off is the rest of the same (13.1.5); whoever goes by a moment is given the whole.
      const isSame = [undefined, tag].includes(req.headers['if-range']?.toString());
      const range = isSame ? rangeOf(req.headers.range, size) : 'whole';
      if (!range) return refuse(res, 416, { 'content-range': `bytes */${size}` });
      const file_name = url.searchParams.get('file_name');
      const type = contentTypeOf(database, name);
      const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
      res.writeHead(range === 'whole' ? 200 : 206, {
        'content-type': type,
        'content-length': end - start + 1,
        'accept-ranges': 'bytes',
        ...kept,
        'x-content-type-options': 'nosniff',
        ...(file_name && { 'content-disposition': contentDisposition(file_name) }),
        // What is kept of a stranger's page is of an origin of its own, and runs nothing: the dashboard is at this address too.
        ...(type.startsWith('text/html') && { 'content-security-policy': "sandbox; default-src 'none'" }),
        ...(range !== 'whole' && { 'content-range': `bytes ${start}-${end}/${size}` }),
      });
      if (req.method === 'HEAD' || size === 0) res.end();
      else await pipeline(file.createReadStream({ start, end, autoClose: false }), res);
    } finally {
      await file.close();
    }
  };
