import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MasterKey } from '../../../lib/ports/master-key.ts';
import { dataKeyRepository } from '../../../lib/storage/secrets/data-keys.ts';
import { envelopeSecretBox } from '../../../lib/storage/secrets/secret-box.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { countingTable } from '../../lab/doubles/counting-table.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

/** A master key that remembers its data keys, and what it was asked for. */
const aMasterKey = () => {
  const keys = new Map<string, Buffer>();
  const opened: Uint8Array[] = [];
  let made = 0;
  const masterKey: MasterKey = {
    newDataKey: async (projectId) => {
      made += 1;
      keys.set(`${projectId} ${made}`, randomBytes(32));
      return `${projectId} ${made}`;
    },
    openDataKey: async (_, sealed) => {
      const plain = new Uint8Array(keys.get(sealed) ?? []);
      opened.push(plain);
      return plain;
    },
    openSecret: async () => {
      throw new Error('not a secret of before');
    },
  };
  return { masterKey, opened, made: () => made };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a secret box', () => {
  it('asks for the key of a project once in five minutes, however many secrets there are', async () => {
    const { masterKey, opened, made } = aMasterKey();
    const { table, calls } = countingTable(memoryTable());
    const box = envelopeSecretBox({ masterKey, table });
    const sealed = await Promise.all(Array.from({ length: 20 }, (_, i) => box.seal('prj_1', `secret ${i}`)));
    expect(opened).toHaveLength(1);
    calls();
    expect(await Promise.all(sealed.map((each) => box.open('prj_1', each)))).toHaveLength(20);
    vi.advanceTimersByTime(5 * 60_000 - 1);
    expect(await box.open('prj_1', sealed[0] ?? '')).toBe('secret 0');
    expect([opened.length, calls()]).toEqual([1, []]);
    vi.advanceTimersByTime(1);
    expect(await box.open('prj_1', sealed[1] ?? '')).toBe('secret 1');
    expect([opened.length, calls()]).toEqual([2, ['get']]);
    expect(made()).toBeGreaterThan(0);
  });

  it('asks again after five minutes also when its timers stood still meanwhile', async () => {
    const { masterKey, opened } = aMasterKey();
    const clock = aClock();
    const box = envelopeSecretBox({ masterKey, table: memoryTable(clock), clock });
    const sealed = await box.seal('prj_1', 'secret');
    clock.advance(5 * 60);
    expect(await box.open('prj_1', sealed)).toBe('secret');
    expect(opened).toHaveLength(2);
  });

  it('has no timer left, and so no key, five minutes after the last one was opened', async () => {
    const { masterKey, opened } = aMasterKey();
    const box = envelopeSecretBox({ masterKey, table: memoryTable() });
    for (const project of ['prj_1', 'prj_2', 'prj_3']) await box.seal(project, 'secret');
    vi.advanceTimersByTime(5 * 60_000);
    expect(vi.getTimerCount()).toBe(0);
    // What the master key answered is wiped as soon as it is taken over.
    expect(opened.map((plain) => Buffer.from(plain).toString('hex'))).toEqual(Array(3).fill('00'.repeat(32)));
  });

  it('gives each project a key of its own, one however many processes seal its first secrets at once', async () => {
    const { masterKey } = aMasterKey();
    const table = memoryTable();
    const boxes = Array.from({ length: 10 }, () => envelopeSecretBox({ masterKey, table }));
    const sealed = await Promise.all(boxes.map((box) => box.seal('prj_1', 'secret')));
    await boxes[0]?.seal('prj_2', 'secret');
    expect(table.items().map(({ pk, sk }) => [pk, sk])).toEqual([
      ['project#prj_1', 'data_key#00000001'],
      ['project#prj_2', 'data_key#00000001'],
    ]);
    const late = envelopeSecretBox({ masterKey, table });
    expect(await Promise.all(sealed.map((each) => late.open('prj_1', each)))).toEqual(Array(10).fill('secret'));
  });

  it('seals with the newest key of a project, and goes on opening what older ones sealed', async () => {
    const { masterKey } = aMasterKey();
    const table = memoryTable();
    const box = envelopeSecretBox({ masterKey, table });
    const old = await box.seal('prj_1', 'old');
    const key = { number: 2, sealed: await masterKey.newDataKey('prj_1'), created_at: '2026-03-02T09:00:00.000Z' };
    expect(await dataKeyRepository(table).add('prj_1', key)).toBe(true);
    const fresh = await box.seal('prj_1', 'new');
    expect([old, fresh].map((sealed) => Buffer.from(sealed, 'base64').subarray(0, 5).toString('hex'))).toEqual([
      '0200000001',
      '0200000002',
    ]);
    expect([await box.open('prj_1', old), await box.open('prj_1', fresh)]).toEqual(['old', 'new']);
  });

  it('does not remember that the master key could not be asked', async () => {
    const { masterKey } = aMasterKey();
    const table = memoryTable();
    const sealed = await envelopeSecretBox({ masterKey, table }).seal('prj_1', 'secret');
    let tries = 0;
    const openDataKey: MasterKey['openDataKey'] = (...asked) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('AccessDenied')) : masterKey.openDataKey(...asked);
    };
    const box = envelopeSecretBox({ masterKey: { ...masterKey, openDataKey }, table });
    await expect(box.open('prj_1', sealed)).rejects.toThrow('AccessDenied');
    expect(await box.open('prj_1', sealed)).toBe('secret');
  });
});
