import { beforeEach, describe, expect, it, vi } from 'vitest';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { erasureRepository } from '../../../lib/storage/bots/erasures.ts';
import { botImageFolder, capturedFolder, formerBotImageFolder } from '../../../lib/storage/bots/media-names.ts';
import { type BotRef, refOf } from '../../../lib/storage/keys.ts';
import { projectRepository } from '../../../lib/storage/projects.ts';
import { aQueueEvent } from '../../lab/builders/events.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';
import { type MemoryMediaStore, memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { type MemoryTable, memoryTable } from '../../lab/doubles/memory-table.ts';

const { shared } = vi.hoisted(() => ({ shared: {} as { table: MemoryTable; media: MemoryMediaStore } }));
/** The function opens its ports once; each test has its own behind them. */
vi.mock('#adapters/media-store.ts', () => ({
  openMediaStore: () => new Proxy({}, { get: (_, method) => Reflect.get(shared.media, method) }),
}));
vi.mock('#adapters/table.ts', () => ({
  openTable: () => new Proxy({}, { get: (_, method) => Reflect.get(shared.table, method) }),
}));

const { handler } = (await import('../../../lambdas/lifecycle/forget-old.ts')) as {
  handler: (event: unknown, context: { getRemainingTimeInMillis: () => number }) => Promise<unknown>;
};
const plenty = { getRemainingTimeInMillis: () => 900_000 };
const joined = { type: 'joined_meeting', state: 'joined_recording' } as const;
const lived = (at: string, ...states: Parameters<typeof aBotEvent>[0][]) => {
  const events = states.map((event) => aBotEvent({ created_at: at, ...event }));
  return aBot({ state: events.at(-1)?.state ?? 'joining', join_at: at, events, version: events.length });
};
const now = () => new Date().toISOString();

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  Object.assign(shared, { table: memoryTable(), media: memoryMediaStore() });
});

describe('forget-old', () => {
  it('removes what bots leave that are deleted, or whose data are; what it cannot remove is removed when it comes round', async () => {
    const erased = lived(now(), {}, joined, { state: 'data_deleted' });
    const there = { ...lived(now(), {}, joined), id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRT' };
    const gone = { ...refOf(erased), bot_id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRV' };
    const erasures = erasureRepository(shared.table);
    for (const bot of [erased, there]) await botRepository(shared.table).create(bot);
    for (const ref of [refOf(erased), gone]) await erasures.add(ref);
    const folders = [capturedFolder(refOf(erased)), capturedFolder(refOf(there))];
    const files = [...folders, botImageFolder(gone), formerBotImageFolder(gone)].map((folder) => `${folder}a`);
    for (const file of files) await shared.media.put(file, new Uint8Array(1), 'image/png');
    const { deleteAll } = shared.media;
    shared.media.deleteAll = async (folder) => {
      if (folder === capturedFolder(refOf(erased))) throw new Error('no store');
      return deleteAll(folder);
    };
    const eventOf = (refs: readonly BotRef[]) => aQueueEvent(...refs.map((ref) => JSON.stringify(ref)));
    const failed = await handler(eventOf([refOf(erased), refOf(there), gone]), plenty);
    expect(failed).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
    expect(await shared.media.list('')).toEqual(files.slice(0, 2).sort());

    shared.media.deleteAll = deleteAll;
    await handler({}, plenty);
    expect(await shared.media.list('')).toEqual([files[1]]);
    expect(await erasures.list()).toEqual([]);
  });

  it('removes what bots leave beside one whose note cannot be read, and says of which', async () => {
    const erasures = erasureRepository(shared.table);
    const [newer, gone] = ['A', 'B'].map((end) => ({
      project_id: 'prj_1',
      bot_id: `bot_01KJNWKZ00ABCDEFGHJKMNPQR${end}`,
    }));
    if (!newer || !gone) throw new Error('there are two');
    for (const ref of [newer, gone]) await erasures.add(ref);
    const [note] = shared.table.items().filter(({ sk }) => String(sk).endsWith(newer.bot_id));
    await shared.table.write({ put: { ...note, pk: 'erasures', sk: String(note?.sk), kind_version: 99 } });
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    written.mockClear();
    await handler({}, plenty);
    expect(await erasures.list()).toEqual([newer]);
    expect(written.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { message: 'what a bot left could not be removed', ...newer },
    ]);
  });

  it('deletes what is old first, whatever becomes of what is noted to be removed', async () => {
    const old = lived('2026-01-01T00:00:00.000Z', {}, joined, { state: 'ended' });
    const project = { id: old.project_id, name: 'mine', webhook_secret_sealed: '', created_at: old.join_at };
    await projectRepository(shared.table).create({ ...project, keep_days: 1 });
    await botRepository(shared.table).create(old);
    const { query } = shared.table;
    shared.table.query = async (asked) => {
      if (asked.partition === 'erasures') throw new Error('no table');
      return query(asked);
    };
    await expect(handler({}, plenty)).rejects.toThrow('no table');
    expect((await botRepository(shared.table).get(refOf(old)))?.state).toBe('data_deleted');
  });

  it('ends well before its time is over, says that there is more, and goes on when it comes round again', async () => {
    const erasures = erasureRepository(shared.table);
    const refs = ['A', 'B', 'C'].map((end) => ({ project_id: 'prj_1', bot_id: `bot_01KJNWKZ00ABCDEFGHJKMNPQR${end}` }));
    for (const ref of refs) await erasures.add(ref);
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    written.mockClear();
    const removed = vi.spyOn(shared.media, 'deleteAll');
    const short = { getRemainingTimeInMillis: () => (removed.mock.calls.length === 0 ? 900_000 : 1_000) };
    await expect(handler({}, short)).resolves.toBeUndefined();
    expect(await erasures.list()).toHaveLength(2);
    expect(written.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { level: 'warn', message: 'not all that is to be deleted was, for want of time' },
    ]);
    await handler({}, plenty);
    expect(await erasures.list()).toEqual([]);
    expect(written).toHaveBeenCalledTimes(1);
  });

  it('says in the log of which bot it could not delete, or remove, what', async () => {
    const old = {
      ...lived('2026-01-01T00:00:00.000Z', {}, joined, { state: 'ended' }),
      id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRT',
    };
    const gone = { project_id: old.project_id, bot_id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRV' };
    const project = { id: old.project_id, name: 'mine', webhook_secret_sealed: '', created_at: old.join_at };
    await projectRepository(shared.table).create({ ...project, keep_days: 1 });
    await botRepository(shared.table).create(old);
    await erasureRepository(shared.table).add(gone);
    shared.table.write = () => Promise.reject(new Error('no table'));
    shared.media.deleteAll = () => Promise.reject(new Error('no store'));
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    written.mockClear();
    await handler({}, plenty);
    expect(written.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
      { message: 'old data could not be deleted', ...refOf(old) },
      { message: 'what a bot left could not be removed', ...gone },
    ]);
  });
});
