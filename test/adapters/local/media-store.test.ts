import { once } from 'node:events';
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { fileMediaStore, sweepDrafts } from '../../../lib/adapters/local/media-store.ts';
import { createServeMedia, rangeOf } from '../../../lib/adapters/local/serve-media.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

describe('what a killed process left of objects that it was storing', () => {
  it('is removed when nobody can be writing it any more, and nothing else is', async () => {
    await using folder = await aDataFolder();
    const now = new Date();
    await sweepDrafts(folder.path, now);
    const drafts = join(folder.path, 'media-drafts');
    await mkdir(drafts);
    for (const [name, minutes] of Object.entries({ old: 90, young: 30 })) {
      await writeFile(join(drafts, name), name);
      const then = new Date(now.getTime() - minutes * 60_000);
      await utimes(join(drafts, name), then, then);
    }
    await sweepDrafts(folder.path, now);
    expect(await readdir(drafts)).toEqual(['young']);
  });
});

/** Media over HTTP, as the service of one machine serves it. */
const servedMedia = async (onFault: (error: unknown) => void = () => undefined) => {
  await using started = new AsyncDisposableStack();
  const folder = started.use(await aDataFolder());
  const database = openDatabase(folder.path);
  started.defer(() => database.close());
  const serveMedia = createServeMedia(database);
  const server = createServer((req, res) => void serveMedia(req, res).catch(onFault)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  started.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running = started.move();
  return {
    folder: folder.path,
    store: fileMediaStore(database, { base_url }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};

describe('a link that leads to nothing', () => {
  it.each([
    ['is over', 403, '0', 'This link is over'],
    ['names what is gone', 404, '', 'This recording is gone'],
  ])('says so to people and to programs where it %s', async (_, status, more, words) => {
    await using media = await servedMedia();
    const url = (await media.store.link('p/b/recording.mp4', 60)) + more;
    for (const [accept, type] of [
      ['text/html', 'text/html; charset=utf-8'],
      ['*/*', 'text/plain; charset=utf-8'],
    ] as const) {
      const answer = await fetch(url, { headers: { accept } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
      expect(await answer.text()).toContain(words);
    }
  });
});

it('an object that cannot be read is not said to be gone: it is a fault, of which the log tells', async () => {
  const { promise: fault, resolve } = Promise.withResolvers<unknown>();
  await using media = await servedMedia(resolve);
  const path = join(media.folder, 'media/p/b/recording.mp4');
  await mkdir(dirname(path), { recursive: true });
  await symlink(path, path);
  const abort = new AbortController();
  const answer = fetch(await media.store.link('p/b/recording.mp4', 60), { signal: abort.signal }).catch(
    () => undefined,
  );
  expect(await Promise.race([fault, answer.then((it) => it?.status)])).toMatchObject({ code: 'ELOOP' });
  abort.abort();
  await answer;
});

describe('a page that was kept of a meeting', () => {
  it('is served as of nowhere, and runs nothing: the dashboard is at the same address', async () => {
    await using media = await servedMedia();
    const { store } = media;
    const policyOf = async (name: string, type: string): Promise<string | null> => {
      await store.put(name, Buffer.from('x'), type);
      const response = await fetch(await store.link(name, 60));
      await response.arrayBuffer();
      return response.headers.get('content-security-policy');
    };
    expect(await policyOf('p/b/frame-0.html', 'text/html')).toBe("sandbox; default-src 'none'");
    expect(await policyOf('p/b/page.png', 'image/png')).toBeNull();
  });
});

describe('a recording that is fetched again', () => {
  it('is not sent where it is known, and goes on where it broke off, unless it is another one by then', async () => {
    await using media = await servedMedia();
    const name = 'p/b/recording.mp4';
    await media.store.put(name, Buffer.from('0123456789'), 'video/mp4');
    const link = await media.store.link(name, 60);
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(link, { headers });
      return { status: response.status, text: await response.text(), tag: response.headers.get('etag') ?? '' };
    };
    const { tag } = await ask({});
    expect(await ask({ 'if-none-match': `"other", W/${tag}` })).toEqual({ status: 304, text: '', tag });
    const rest = { range: 'bytes=8-', 'if-range': tag };
    expect(await ask(rest)).toEqual({ status: 206, text: '89', tag });
    await media.store.put(name, Buffer.from('abcdefghijk'), 'video/mp4');
    expect(await ask(rest)).toMatchObject({ status: 200, text: 'abcdefghijk' });
    expect(await ask({ 'if-none-match': tag })).toMatchObject({ status: 200 });
  });
});

describe('a Range header', () => {
  it.each([
    [undefined, 10, 'whole'],
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=-20', 10, { start: 0, end: 9 }],
    ['bytes=5-2', 10, 'whole'],
    ['bytes=0-1,4-5', 10, 'whole'],
    ['lines=0-1', 10, 'whole'],
    ['bytes=-', 10, 'whole'],
    ['bytes=0-', 0, undefined],
    ['bytes=-0', 10, undefined],
  ])('%s of %i bytes means %j', (header, size, range) => {
    expect(rangeOf(header, size)).toEqual(range);
  });
});
