import { describe, expect, it, vi } from 'vitest';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { botKey } from '../../../lib/storage/keys.ts';
import { createForgetOld } from '../../../lib/usecases/bots/forget-old.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const day = (number: number): string => new Date(Date.UTC(2030, 0, number)).toISOString();
const clock = { now: () => new Date(day(100)) };

const world = () => {
  const table = memoryTable();
  const bots = listedBots(table);
  const project_id = 'prj_1';
  const all: { id: string; keep_days?: number | null }[] = [{ id: project_id }];
  const projects = {
    ids: async () => all.map(({ id }) => id),
    get: async (id: string) => {
      if (id === 'prj_unreadable') throw new Error('no such project');
      return all.find((project) => project.id === id);
    },
  };
  const add = (id: string, state: 'ended' | 'fatal_error' | 'joined_recording', on: number, more = {}) =>
    bots.create(
      aBot({ id, project_id, state, join_at: day(on), events: [aBotEvent({ created_at: day(on), state })], ...more }),
    );
  const stateOf = async (bot_id: string, of = project_id) => (await bots.get({ project_id: of, bot_id }))?.state;
  const faults: [string, unknown][] = [];
  const onFault = (error: unknown, about: unknown) => void faults.push([String(error), about]);
  const forget = (operator: number | null, hasTime?: () => boolean) =>
    createForgetOld({ bots, projects, clock, onFault }, operator)(hasTime);
  return { all, add, table, bots, faults, stateOf, forget };
};

describe('keeping what was captured for some days', () => {
  it('deletes what is older, of bots and app sessions, and says of how many', async () => {
    const { add, stateOf, forget } = world();
    await add('bot_old', 'ended', 60);
    await add('bot_failed', 'fatal_error', 60);
    await add('bot_young', 'ended', 80);
    await add('bot_there', 'joined_recording', 60);
    await add('bot_late', 'ended', 60, { events: [aBotEvent({ created_at: day(90), state: 'ended' })] });
    await add('app_old', 'ended', 60);
    expect(await forget(30)).toBe(3);
    const ids = ['bot_old', 'bot_failed', 'app_old', 'bot_young', 'bot_there', 'bot_late'];
    expect(await Promise.all(ids.map((id) => stateOf(id)))).toEqual([
      ...['data_deleted', 'data_deleted', 'data_deleted', 'ended', 'joined_recording', 'ended'],
    ]);
    expect(await forget(30)).toBe(0);
  });

  it('ends between two bots when there is no time left, and goes on where it was the next time', async () => {
    const { all, add, bots, stateOf, forget } = world();
    all.push({ id: 'prj_2' });
    await add('bot_a', 'ended', 60);
    await add('bot_b', 'ended', 61);
    await add('bot_c', 'ended', 62, { project_id: 'prj_2' });
    const save = vi.spyOn(bots, 'save');
    const states = () => Promise.all([stateOf('bot_a'), stateOf('bot_b'), stateOf('bot_c', 'prj_2')]);
    expect(await forget(30, () => false)).toBe(0);
    expect(await forget(30, () => save.mock.calls.length === 0)).toBe(1);
    expect((await states()).filter((state) => state === 'data_deleted')).toHaveLength(1);
    expect(await forget(30, () => true)).toBe(2);
    expect(await states()).toEqual(['data_deleted', 'data_deleted', 'data_deleted']);
  });

  it('goes on beyond a bot that cannot be deleted, and a project that cannot be listed, and says which', async () => {
    const { all, add, bots, faults, stateOf, forget } = world();
    all.push({ id: 'prj_unlisted' }, { id: 'prj_2' });
    await add('bot_a', 'ended', 60);
    await add('bot_b', 'ended', 61);
    await add('bot_c', 'ended', 62, { project_id: 'prj_2' });
    const { positions, save } = bots;
    bots.positions = (range, order) =>
      JSON.stringify(range).includes('prj_unlisted')
        ? Promise.reject(new Error('no such list'))
        : positions(range, order);
    bots.save = async (bot, ...rest) => {
      if (bot.id === 'bot_a') throw new Error('no table');
      return save(bot, ...rest);
    };
    expect(await forget(30)).toBe(2);
    const unlisted = ['Error: no such list', { project_id: 'prj_unlisted' }];
    expect(faults).toEqual([['Error: no table', { project_id: 'prj_1', bot_id: 'bot_a' }], unlisted, unlisted]);
    expect([await stateOf('bot_b'), await stateOf('bot_c', 'prj_2')]).toEqual(['data_deleted', 'data_deleted']);
  });

  it('goes on beyond a bot whose record cannot be read', async () => {
    const { add, table, faults, stateOf, forget } = world();
    const ids = ['bot_a', 'bot_b', 'bot_c', 'bot_d', 'bot_e'];
    for (const [i, id] of ids.entries()) await add(id, 'ended', 60 + i);
    const broken = { project_id: 'prj_1', bot_id: 'bot_b' };
    await table.write({ update: botKey(broken), set: { kind_version: 99 } });
    expect(await forget(30)).toBe(4);
    const { pk, sk } = botKey(broken);
    expect(faults).toEqual([[expect.stringContaining(`the item ${pk} / ${sk} cannot be read: `), broken]]);
    await table.write({ update: botKey(broken), set: { kind_version: 1 } });
    const states = await Promise.all(ids.map((id) => stateOf(id)));
    expect(states).toEqual(['data_deleted', 'ended', 'data_deleted', 'data_deleted', 'data_deleted']);
  });

  it('goes on beyond a project whose record cannot be read, and says which; what the operator says holds for it too', async () => {
    const { all, add, faults, stateOf, forget } = world();
    all.splice(0, 1, { id: 'prj_unreadable' }, { id: 'prj_2', keep_days: 10 });
    await add('bot_a', 'ended', 60, { project_id: 'prj_unreadable' });
    await add('bot_b', 'ended', 60, { project_id: 'prj_2' });
    expect(await forget(null)).toBe(1);
    expect(await stateOf('bot_b', 'prj_2')).toBe('data_deleted');
    expect(faults).toEqual([['Error: no such project', { project_id: 'prj_unreadable' }]]);
    expect(await forget(30)).toBe(1);
    expect(await stateOf('bot_a', 'prj_unreadable')).toBe('data_deleted');
  });

  it('goes through lists of many pages', async () => {
    const { add, forget } = world();
    for (let i = 0; i < 120; i += 1) await add(`bot_${String(i).padStart(3, '0')}`, 'ended', 1 + (i % 20));
    expect(await forget(30)).toBe(120);
  });

  it('goes by what each project says, and by the operator where that is sooner', async () => {
    const { all, add, stateOf, forget } = world();
    all.splice(0, 1, { id: 'prj_short', keep_days: 10 }, { id: 'prj_long', keep_days: 60 }, { id: 'prj_silent' });
    for (const { id } of all) await add(`bot_of_${id}`, 'ended', 70, { project_id: id });
    const states = () => Promise.all(all.map(({ id }) => stateOf(`bot_of_${id}`, id)));
    expect(await forget(null)).toBe(1);
    expect(await states()).toEqual(['data_deleted', 'ended', 'ended']);
    expect(await forget(20)).toBe(2);
    expect(await states()).toEqual(['data_deleted', 'data_deleted', 'data_deleted']);
  });
});
