import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { type BotFilter, matches } from '../../../lib/domain/bot/bot-filter.ts';
import { type BotState, botStates } from '../../../lib/domain/bot/lifecycle.ts';
import { newId } from '../../../lib/domain/ids.ts';
import type { OperatedHosts } from '../../../lib/domain/meeting/known-platforms.ts';
import type { Cursor, Page } from '../../../lib/domain/page.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import type { BotRepository } from '../../../lib/storage/bots/bots.ts';
import { createListBots } from '../../../lib/usecases/bots/list-bots.ts';
import { aBot } from '../../lab/builders/records.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { countingTable } from '../../lab/doubles/counting-table.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { runs } from '../../lab/properties.ts';
import { expectWalks, resultsOf, type Turn, walk } from '../../lab/walk.ts';

const botId = (n: number): string => newId('bot', new Date(1_772_442_000_000 + n), new Uint8Array(10));
const states: BotState[] = ['joining', 'ended', 'scheduled'];

const botsIn = async (
  count: number,
  more: (bots: BotRepository) => Promise<void> = async () => undefined,
  table: Table = memoryTable(),
) => {
  const bots = listedBots(table);
  const all: Bot[] = [];
  for (let n = 0; n < count; n += 1) {
    all.push(
      aBot({
        id: botId(n),
        state: states[n % 3] ?? 'joining',
        join_at: new Date(1_772_442_000_000 + n * 1000).toISOString(),
        deduplication_key: n % 10 === 0 ? `key ${n}` : null,
        ...(n % 7 === 0 && { meeting_url: 'https://zoom.us/j/123456789?pwd=p' }),
        ...(n % 7 === 1 && { meeting_url: 'https://meet.google.com/abc-defg-hij' }),
      }),
    );
  }
  for (const bot of all) await bots.create(bot);
  await more(bots);
  const list = createListBots({ ...allReadable, bots, hosts: {} });
  const turn =
    (page_size: number, filter: BotFilter = {}): Turn<Bot> =>
    (from) =>
      list('prj_01KJNWKZ00ABCDEFGHJKMNPQRS', { from, page_size, filter });
  return { bots, all, turn, list };
};

describe('the list of bots', () => {
  it('walks to every bot once, there and back, for any number and page size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 }), async (count, page_size) => {
        const { all, turn } = await botsIn(count);
        await expectWalks(turn(page_size), all, page_size);
      }),
      { numRuns: runs(15) },
    );
  });

  it.each([99, 100, 101, 201])('has pages of a hundred, of %d bots', async (count) => {
    const { all, turn } = await botsIn(count);
    await expectWalks(turn(100), all, 100);
  });

  it.each<[string, BotFilter, (bot: Bot) => boolean]>([
    ['state', { states: ['ended'] }, ({ state }) => state === 'ended'],
    ['states', { states: ['ended', 'joining'] }, ({ state }) => state !== 'scheduled'],
    ['deduplication key', { deduplication_key: 'key 20' }, (bot) => bot.deduplication_key === 'key 20'],
    [
      'link',
      { meeting_url: 'https://zoom.us/j/123456789?pwd=p' },
      ({ platform, meeting_url }) => !!platform && meeting_url.includes('zoom'),
    ],
    [
      'any form of the link',
      { meeting_url: 'http://zoom.us/j/123456789?uname=x&pwd=p#s' },
      ({ meeting_url }) => meeting_url.includes('zoom'),
    ],
    ['no such link', { meeting_url: 'no link' }, () => false],
    ['join_at after', { join_at_after: '2026-03-02T09:00:20Z' }, ({ join_at }) => join_at > '2026-03-02T09:00:20.000Z'],
    [
      'join_at before',
      { join_at_before: '2026-03-02T10:00:20+01:00' },
      ({ join_at }) => join_at < '2026-03-02T09:00:20.000Z',
    ],
    [
      'everything',
      { states: ['ended'], join_at_after: '2026-03-02T09:00:05Z', join_at_before: '2026-03-02T09:00:50Z' },
      ({ state, join_at }) =>
        state === 'ended' && join_at > '2026-03-02T09:00:05.000Z' && join_at < '2026-03-02T09:00:50.000Z',
    ],
  ])('by %s', async (_, filter, matches) => {
    const { all, turn } = await botsIn(60);
    await expectWalks(turn(4, filter), all.filter(matches), 4);
  });

  it('by key finds the few among many at once, there and back', async () => {
    const { all, turn } = await botsIn(300);
    const wanted = all.filter(({ deduplication_key }) => deduplication_key === 'key 250');
    await expectWalks(turn(5, { deduplication_key: 'key 250' }), wanted, 5);
    expect((await turn(5, { deduplication_key: 'key 250' })(undefined)).next).toBeUndefined();
  });

  it('of a link with many bots is read on for a page when it is filtered further, until very many do not match', async () => {
    const table = memoryTable();
    const { table: counting, calls } = countingTable(table);
    await botsIn(
      0,
      async (bots) => {
        for (let n = 0; n < 850; n += 1)
          await bots.create(aBot({ id: botId(n), state: n === 449 || n === 849 ? 'fatal_error' : 'ended' }));
        await bots.create(aBot({ id: botId(900), state: 'joining' }));
      },
      table,
    );
    const list = createListBots({
      ...allReadable,
      bots: listedBots(counting),
      hosts: { demo_room: ['meet.example.com'] },
    });
    const turn =
      (states: BotState[]): Turn<Bot> =>
      (from) =>
        list(aBot().project_id, { from, page_size: 5, filter: { meeting_url: aBot().meeting_url, states } });
    const idsOn = (pages: readonly Page<Bot>[]) => pages.map(({ results }) => results.map(({ id }) => id));
    const pages = await walk(turn(['fatal_error']), 'next');
    expect(idsOn(pages)).toEqual([[botId(449)], [botId(849)]]);
    expect(idsOn(await walk(turn(['fatal_error']), 'previous', pages.at(-1)?.previous))).toEqual([[botId(449)], []]);
    // None of 851: two pages, of which the first looked at five hundred, a hundred at a time, and the second at the rest.
    calls();
    expect(idsOn(await walk(turn(['data_deleted']), 'next'))).toEqual([[], []]);
    expect(calls().length).toBe(2 * (5 + 4));
    // Whoever asks for the bot that is alive in a meeting finds it on the first page, and that there is no other.
    const live = await turn(['joining', 'joined_recording'])(undefined);
    expect([live.results.map(({ id }) => id), live.next]).toEqual([[botId(900)], undefined]);
  });

  it('holds, by any filter, what matches it: once, in order, there and back', async () => {
    const moment = (n: number): string => new Date(1_772_442_000_000 + n * 60_000).toISOString();
    // Two lead to one meeting.
    const [present_in, ...others] = ['https://zoom.us/j/100000000', 'https://zoom.us/j/200000000'] as const;
    const links = [present_in, `${present_in}?pwd=p`, ...others];
    const aFilter = fc.record(
      {
        meeting_url: fc.constantFrom(...links, 'https://zoom.us/j/300000000'),
        deduplication_key: fc.constantFrom('a', 'b', 'none'),
        states: fc.uniqueArray(fc.constantFrom(...botStates), { minLength: 1, maxLength: 4 }),
        join_at_after: fc.integer({ min: -1, max: 8 }).map(moment),
        join_at_before: fc.integer({ min: -1, max: 8 }).map(moment),
      },
      { requiredKeys: [] },
    );
    const someBots = fc.array(
      fc.record({
        state: fc.constantFrom(...botStates),
        minute: fc.integer({ min: 0, max: 7 }),
        meeting_url: fc.constantFrom(...links),
        deduplication_key: fc.constantFrom('a', 'b', null),
        seen: fc.constantFrom('not', 'now', 'by an earlier version'),
      }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(someBots, aFilter, fc.integer({ min: 1, max: 7 }), async (descriptions, filter, page_size) => {
        const bots = listedBots(memoryTable());
        const all = descriptions.map(({ minute, seen, ...details }, n) =>
          aBot({
            ...details,
            ...(seen !== 'not' && { participant_id: `p-${n}` }),
            ...(seen === 'now' && details.meeting_url === links[1] && { present_in }),
            // Ids end at random: bots of one state are in both of its shards.
            id: newId('bot', new Date(1_772_442_000_000 + n), new Uint8Array(10).fill(n * 37)),
            // A key that another bot holds cannot be had.
            ...(details.deduplication_key && n > 1 && { deduplication_key: null }),
            join_at: moment(minute),
          }),
        );
        const held = new Set<string>();
        for (const [n, bot] of all.entries()) {
          const isTaken = bot.deduplication_key !== null && held.has(bot.deduplication_key);
          if (bot.deduplication_key) held.add(bot.deduplication_key);
          if (isTaken) all[n] = { ...bot, deduplication_key: null };
          await bots.create(all[n] ?? bot);
        }
        const list = createListBots({ ...allReadable, bots, hosts: {} });
        const isByJoinAt =
          (filter.join_at_after ?? filter.join_at_before) !== undefined &&
          (filter.meeting_url ?? filter.deduplication_key) === undefined;
        const place = ({ join_at, id }: Bot): string => (isByJoinAt ? join_at : '') + id;
        const wanted = all.filter((bot) => matches(bot, filter)).sort((a, b) => (place(a) < place(b) ? -1 : 1));
        await expectWalks((from) => list(aBot().project_id, { from, page_size, filter }), wanted, page_size);
      }),
      { numRuns: runs(100) },
    );
  });

  it('holds, of a host that is operated no more, who is inside by a link that is not canonical, whatever else is asked', async () => {
    const bots = listedBots(memoryTable());
    const meeting_url = 'https://jitsi.example.com/Standup';
    const inside = aBot({ meeting_url, platform: 'jitsi', state: 'joined_recording', participant_id: 'p' });
    await bots.create({ ...inside, present_in: 'https://jitsi.example.com/standup' });
    const found = (hosts: OperatedHosts) =>
      Promise.all(
        [{}, { states: [inside.state] }].map((more) =>
          createListBots({ ...allReadable, bots, hosts })(inside.project_id, {
            page_size: 5,
            filter: { meeting_url, ...more },
          }),
        ),
      ).then((pages) => pages.map(({ results }) => results.map(({ id }) => id)));
    expect(await found({ jitsi: ['jitsi.example.com'] })).toEqual([[inside.id], [inside.id]]);
    expect(await found({})).toEqual([[inside.id], [inside.id]]);
  });

  it.each<[string, BotFilter, number]>([
    ['no filter', {}, 2],
    ['a link', { meeting_url: 'https://zoom.us/j/123456789?pwd=p' }, 2],
    ['a key', { deduplication_key: 'key 20' }, 2],
    ['join_at', { join_at_after: '2026-03-02T09:00:20Z', join_at_before: '2026-03-02T09:00:50Z' }, 2],
    ['a state', { states: ['ended'] }, 3],
    ['a state and join_at', { states: ['ended'], join_at_after: '2026-03-02T09:00:20Z' }, 3],
    ['a link, a state and join_at', { meeting_url: 'x', states: ['ended'], join_at_after: '2026-03-02T09:00:20Z' }, 2],
    [
      'everything',
      { meeting_url: 'x', deduplication_key: 'k', states: ['ended'], join_at_before: '2026-03-02T09:00:20Z' },
      2,
    ],
    ['a key, of the one that is not finished', { deduplication_key: 'key 30', states: ['joining'] }, 2],
    [
      'a link, of those that are not finished',
      { meeting_url: 'https://meet.google.com/abc-defg-hij', states: ['joining'] },
      3,
    ],
    [
      'a link with a passcode, of those that are not finished',
      { meeting_url: 'https://zoom.us/j/123456789?pwd=p', states: ['joining'] },
      4,
    ],
    ['three states', { states: ['ended', 'joining', 'scheduled'] }, 7],
  ])('by %s costs as many calls to the table on every page', async (_, filter, most) => {
    const stored = memoryTable();
    const { bots } = await botsIn(120, undefined, stored);
    expect(bots).toBeDefined();
    const { table, calls } = countingTable(stored);
    const list = createListBots({ ...allReadable, bots: listedBots(table), hosts: {} });
    let cursor: Cursor | undefined;
    for (let page = 0; page < 5; page += 1) {
      const { next, results } = await list(aBot().project_id, { from: cursor, page_size: 5, filter });
      const made = calls().length;
      if (results.length > 0) expect(made).toBe(most);
      else expect(made).toBeLessThanOrEqual(most);
      cursor = next;
      if (!cursor) break;
    }
  });

  it('goes back over an empty page to the very bot before it', async () => {
    const { bots, all, turn } = await botsIn(6);
    const [first] = await walk(turn(3), 'next');
    for (const bot of all.slice(3)) await bots.delete(bot);
    const empty = await turn(3)(first?.next);
    expect(empty).toMatchObject({ results: [], next: undefined });
    expect((await turn(3)(empty.previous)).results).toEqual(all.slice(0, 3));
  });

  it('goes on over an empty page to the very bot after it', async () => {
    const { bots, all, turn } = await botsIn(6);
    const [, second] = await walk(turn(3), 'next');
    for (const bot of all.slice(0, 3)) await bots.delete(bot);
    const empty = await turn(3)(second?.previous);
    expect(empty).toMatchObject({ results: [], previous: undefined });
    expect((await turn(3)(empty.next)).results).toEqual(all.slice(3));
  });

  it('shows bots created while it is walked, after all others', async () => {
    const { bots, all, turn } = await botsIn(20);
    let n = 100;
    const pages = await walk(turn(5), 'next', undefined, async () => {
      if (n < 110) await bots.create(aBot({ id: botId(n++) }));
    });
    const ids = resultsOf(pages).map(({ id }) => id);
    expect(ids.slice(0, 20)).toEqual(all.map(({ id }) => id));
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('passes over bots deleted while it is walked, and repeats none', async () => {
    const { bots, all, turn } = await botsIn(30);
    const doomed = all.filter((_, n) => n % 4 === 3).reverse();
    const pages = await walk(turn(5), 'next', undefined, async () => {
      const bot = doomed.pop();
      if (bot) await bots.delete(bot);
    });
    const seen = resultsOf(pages);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    for (const bot of all.filter((_, n) => n % 4 !== 3)) expect(seen).toContainEqual(bot);
  });

  it('shows nothing of another project', async () => {
    const { list } = await botsIn(5);
    expect(await list('prj_other', { page_size: 5, filter: {} })).toEqual({
      results: [],
      next: undefined,
      previous: undefined,
    });
  });
});
