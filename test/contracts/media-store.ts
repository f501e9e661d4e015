/** What every media store does. An adapter is a media store if this suite says so. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ByteSource } from '../../lib/domain/captured/byte-source.ts';
import { BytesMissingError } from '../../lib/domain/errors.ts';
import type { MediaStore } from '../../lib/ports/media-store.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

export interface MediaStoreUnderTest {
  readonly store: MediaStore;
  /** Asks a link as a client would. Absent where links lead nowhere: then their tests are skipped. */
  fetch?(link: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

let folders = 0;
const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();

/** Runs the suite. Each test uses a prefix of its own. */
export const describeMediaStore = (name: string, open: () => Promise<MediaStoreUnderTest>): void => {
  describe(`the media store, ${name}`, () => {
    let opened: MediaStoreUnderTest;
    let store: MediaStore;
    let folder: string;
    beforeAll(async () => {
      opened = await open();
      store = opened.store;
    });
    afterAll(async () => opened?.close());
    beforeEach(() => {
      folders += 1;
      folder = `prj_${process.pid}_${Date.now()}_${folders}`;
    });
    const put = (path: string, content: string | Uint8Array, type = 'text/plain'): Promise<void> =>
      store.put(`${folder}/${path}`, Buffer.from(content), type);

    it('answers an object as it was stored last', async () => {
      await put('a/b.txt', 'first');
      await put('a/b.txt', Uint8Array.of(0, 255, 10, 13));
      expect([...((await store.get(`${folder}/a/b.txt`)) ?? [])]).toEqual([0, 255, 10, 13]);
    });

    it('gives the beginning of an object when that is all that is asked for', async () => {
      await put('long', 'the beginning and the rest');
      expect(text(await store.get(`${folder}/long`, 13))).toBe('the beginning');
      expect(text(await store.get(`${folder}/long`, 1_000))).toBe('the beginning and the rest');
      expect(await store.get(`${folder}/none`, 13)).toBeUndefined();
    });

    it('stores and lists objects while the only other one beside them is removed', async () => {
      await put('kept/1', '');
      for (let n = 0; n < 50; n += 1) {
        await put(`busy/${n}`, '');
        const [listed] = await Promise.all([
          store.list(`${folder}/`),
          store.deleteAll(`${folder}/busy/${n}`),
          put(`busy/${n + 100}`, ''),
        ]);
        expect(listed).toContain(`${folder}/kept/1`);
        expect(await store.list(`${folder}/busy/`)).toEqual([`${folder}/busy/${n + 100}`]);
        await store.deleteAll(`${folder}/busy/`);
      }
    });

    it('stores empty objects', async () => {
      await put('empty', '');
      expect(text(await store.get(`${folder}/empty`))).toBe('');
    });

    it('answers nothing for an object that is not there', async () => {
      expect(await store.get(`${folder}/none`)).toBeUndefined();
    });

    it('stores files that are larger than one request of a client can carry', async () => {
      await using scratch = await aDataFolder();
      const path = join(scratch.path, 'large');
      const bytes = Buffer.alloc(12 * 1024 * 1024, 'large file ');
      await writeFile(path, bytes);
      await store.putFile(`${folder}/large.mp4`, path, 'video/mp4');
      expect(Buffer.compare((await store.get(`${folder}/large.mp4`)) ?? Buffer.alloc(0), bytes)).toBe(0);
    });

    it('refuses to store a file that is not there', async () => {
      await using scratch = await aDataFolder();
      await expect(store.putFile(`${folder}/x`, join(scratch.path, 'none'), 'video/mp4')).rejects.toThrow();
      expect(await store.list(`${folder}/`)).toEqual([]);
    });

    describe('an object that is composed', () => {
      const mebibyte = 1024 * 1024;
      /** Bytes that tell where they are. */
      const numbered = (bytes: number): Buffer => {
        const all = Buffer.alloc(bytes);
        for (let at = 0; at + 4 <= bytes; at += 4) all.writeUInt32BE(at, at);
        return all;
      };
      const made = (content: Uint8Array): ByteSource => ({ bytes: content.byteLength, make: async () => content });
      const compose = (sources: readonly ByteSource[]) => store.compose(`${folder}/whole`, sources, 'video/mp4');
      const whole = () => store.get(`${folder}/whole`);

      it('holds what is made and ranges of objects, one after the other', async () => {
        await put('ä b+c?#%/1', '0123456789');
        const name = `${folder}/ä b+c?#%/1`;
        await compose([{ name, from: 2, bytes: 3 }, made(Buffer.from('-made-')), { name, from: 0, bytes: 10 }]);
        expect(text(await whole())).toBe('234-made-0123456789');
      });

      it('is made of large ranges as of small ones', async () => {
        const [large, small] = [numbered(12 * mebibyte), numbered(1_000)];
        await put('large +', large);
        await put('small', small);
        const [a, b] = [`${folder}/large +`, `${folder}/small`];
        await compose([
          made(numbered(400)),
          { name: a, from: 3, bytes: 12 * mebibyte - 10 },
          { name: b, from: 10, bytes: 500 },
          { name: a, from: 1_000, bytes: 11 * mebibyte },
          { name: a, from: 7, bytes: 6 * mebibyte },
          { name: b, from: 0, bytes: 1_000 },
        ]);
        const expected = Buffer.concat([
          numbered(400),
          large.subarray(3, 12 * mebibyte - 7),
          small.subarray(10, 510),
          large.subarray(1_000, 1_000 + 11 * mebibyte),
          large.subarray(7, 7 + 6 * mebibyte),
          small,
        ]);
        expect(Buffer.compare((await whole()) ?? Buffer.alloc(0), expected)).toBe(0);
      });

      it('may be empty', async () => {
        await compose([]);
        expect(await whole()).toHaveLength(0);
      });

      it.each([
        ['of an object that is not there', 'none', 10],
        ['beyond the end of an object', 'short', 11],
        ['large, of an object that is not there', 'none', 9 * mebibyte],
        ['large, beyond the end of an object', 'long', 9 * mebibyte],
      ])('is not stored when a source is %s', async (_, object, bytes) => {
        await put('short', '0123456789');
        await put('long', numbered(8 * mebibyte));
        const name = `${folder}/${object}`;
        const refused = await compose([made(Buffer.from('a')), { name, from: 0, bytes }]).catch((error) => error);
        expect(refused).toBeInstanceOf(BytesMissingError);
        expect(refused.object).toBe(name);
        expect(await whole()).toBeUndefined();
      });

      it('is not stored when what is made for it fails', async () => {
        const fails: ByteSource = { bytes: 3, make: () => Promise.reject(new Error('torn')) };
        await expect(compose([made(numbered(6 * mebibyte)), fails])).rejects.toThrow('torn');
        expect(await whole()).toBeUndefined();
      });
    });

    it('lists the names below a prefix in ascending order', async () => {
      for (const path of ['b/2', 'b/10', 'a', 'b/1/deep', 'bb/1', 'B']) await put(path, path);
      const list = async (prefix: string) =>
        (await store.list(`${folder}/${prefix}`)).map((it) => it.slice(folder.length + 1));
      expect(await list('')).toEqual(['B', 'a', 'b/1/deep', 'b/10', 'b/2', 'bb/1']);
      expect(await list('b/')).toEqual(['b/1/deep', 'b/10', 'b/2']);
      expect(await list('b/1')).toEqual(['b/1/deep', 'b/10']);
      expect(await list('none/')).toEqual([]);
    });

    it('deletes everything below a prefix and nothing else, any number of times', async () => {
      for (const path of ['b/1', 'b/2/3', 'bb/1', 'a']) await put(path, path);
      await store.deleteAll(`${folder}/b/`);
      await store.deleteAll(`${folder}/b/`);
      await store.deleteAll(`${folder}/none/`);
      expect(await store.list(`${folder}/`)).toEqual([`${folder}/a`, `${folder}/bb/1`]);
      expect(await store.get(`${folder}/b/1`)).toBeUndefined();
    });

    it.each(['../a', 'a/../../b', '/a', 'a//b', 'a/', '', '.', 'a/./b'])('refuses the name %j', async (bad) => {
      await expect(store.put(bad, Buffer.from('x'), 'text/plain')).rejects.toThrow();
      await expect(store.get(bad)).rejects.toThrow();
      await expect(store.link(bad, 60)).rejects.toThrow();
    });

    describe('links', () => {
      beforeEach(({ skip }) => skip(!opened.fetch, 'links of this store lead nowhere'));
      const fetchLink = async (link: string, headers?: Record<string, string>): Promise<Response> => {
        if (!opened.fetch) throw new Error('links of this store lead nowhere');
        return opened.fetch(link, headers);
      };

      it('give the object with its type to anyone', async () => {
        await put('ä b+c?#%.mp4', 'hello', 'video/mp4');
        const response = await fetchLink(await store.link(`${folder}/ä b+c?#%.mp4`, 60));
        expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
          200,
          'video/mp4',
          'hello',
        ]);
      });

      it.each([
        ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
        ['bytes=7-', 206, '789', 'bytes 7-9/10'],
        ['bytes=-2', 206, '89', 'bytes 8-9/10'],
        ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
      ])('give the range %s', async (range, status, body, contentRange) => {
        await put('ten', '0123456789');
        const response = await fetchLink(await store.link(`${folder}/ten`, 60), { range });
        expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
          status,
          body,
          contentRange,
        ]);
      });

      it('refuse a range outside of the object', async () => {
        await put('ten', '0123456789');
        const response = await fetchLink(await store.link(`${folder}/ten`, 60), { range: 'bytes=10-' });
        expect(response.status).toBe(416);
      });

      it('are good for one object only', async () => {
        await put('mine', 'mine');
        await put('other', 'other');
        const link = (await store.link(`${folder}/mine`, 60)).replace('/mine?', '/other?');
        expect((await fetchLink(link)).status).toBe(403);
      });

      it('expire', async () => {
        await put('a', 'a');
        const link = await store.link(`${folder}/a`, 1);
        await expect.poll(async () => (await fetchLink(link)).status).toBe(403);
      });
    });
  });
};
