import { describe, expect, it } from 'vitest';
import { type RouteName, routes } from '../../../lib/api/routes.ts';
import { call, good, mine, newProject, problem, refusal, scheduled, someBot, theirs } from './projects.ts';

const paged: RouteName[] = ['listBots', 'listParticipantEvents', 'listChatMessages'];

describe.each(paged)('the pages of %s', (name) => {
  interface PageBody {
    next: string | null;
    previous: string | null;
    results: { id: string }[];
  }
  const follow = async (url: string, id: string, key = mine.api_key) => {
    const { origin, pathname, search } = new URL(url);
    expect(`${origin}${pathname}`).toBe(`https://api.example.com${routes[name].path.replace('{object_id}', id)}`);
    return call(name, { id, query: search.slice(1) }, key);
  };
  /** A first page of one entry, with others after it. */
  const firstPage = async (filter = '') => {
    const bot = await someBot();
    await someBot();
    const answer = await call(name, { id: bot.id, query: `page_size=1${filter}` });
    return { id: bot.id, page: answer.body as PageBody };
  };

  it('are linked there and back by absolute URLs', async () => {
    const { id, page } = await firstPage();
    expect(page.previous).toBeNull();
    expect(page.next).toContain('page_size=1');
    const second = (await follow(page.next ?? '', id)).body as PageBody;
    expect(second.results.map((result) => result.id)).not.toEqual(page.results.map((result) => result.id));
    const back = (await follow(second.previous ?? '', id)).body as PageBody;
    expect(back.results).toEqual(page.results);
    expect(back.previous).toBeNull();
  });

  it('may change their size on the way', async () => {
    const { id, page } = await firstPage();
    const answer = await follow((page.next ?? '').replace('page_size=1', 'page_size=100'), id);
    expect(answer.status).toBe(200);
  });

  const invalid = problem(
    400,
    'Bad Request',
    'invalid_cursor',
    'the cursor is not valid here: take it from `next` or `previous` and keep the other parameters as they were',
  );
  it('are refused with a cursor of another project', async () => {
    const { id, page } = await firstPage();
    expect((await follow(page.next ?? '', id, theirs.api_key)).body).toEqual(invalid);
  });
  it('are refused with a cursor of other filters', async () => {
    const { id, page } = await firstPage();
    const filter =
      name === 'listBots'
        ? 'states=joining'
        : name === 'listChatMessages'
          ? 'updated_after=2020-01-01T00:00:00Z'
          : 'after=2020-01-01T00:00:00Z';
    expect((await follow(`${page.next}&${filter}`, id)).body).toEqual(invalid);
    const filtered = await firstPage(`&${filter}`);
    const url = new URL(filtered.page.next ?? '');
    expect((await follow(url.href, filtered.id)).status).toBe(200);
    url.searchParams.set(filter.split('=')[0] ?? '', name === 'listBots' ? 'ended' : '2021-01-01T00:00:00Z');
    expect((await follow(url.href, filtered.id)).body).toEqual(invalid);
  });
  it('are led to by a cursor alone, with the filters and the size that it was made with', async () => {
    const filter = name === 'listBots' ? '&states=joining&order=newest_first' : '';
    const { id, page } = await firstPage(filter);
    const cursor = new URL(page.next ?? '').searchParams.get('cursor') ?? '';
    const second = await follow(page.next ?? '', id);
    expect((await call(name, { id, query: `cursor=${cursor}` })).body).toEqual(second.body);
    const { results } = (await call(name, { id, query: `cursor=${cursor}&page_size=2` })).body as PageBody;
    expect(results[0]).toEqual((second.body as PageBody).results[0]);
  });
  it('are refused with a cursor of another list', async () => {
    for (const other of paged.filter((list) => list !== name)) {
      const bot = await someBot();
      await someBot();
      const { next } = (await call(other, { id: bot.id, query: 'page_size=1' })).body as PageBody;
      const query = new URL(next ?? '').search.slice(1);
      expect((await call(name, { id: bot.id, query })).body).toEqual(invalid);
    }
  });
  it('are refused with a cursor of another bot', async () => {
    if (name === 'listBots') return;
    const { page } = await firstPage();
    const query = new URL(page.next ?? '').search.slice(1);
    expect((await call(name, { id: (await someBot()).id, query })).body).toEqual(invalid);
  });
  it.each(['x', 'bmV4dA', '....', '%00', '%F0%9F%98%80', 'x'.repeat(2048)])(
    'are refused with the cursor %s',
    async (cursor) => {
      expect((await call(name, { id: (await someBot()).id, query: `cursor=${cursor}` })).body).toEqual(invalid);
    },
  );
  it.each<[string, Record<string, string[]>]>([
    ['cursor=', { cursor: ['must not be empty'] }],
    ['cursor=a&cursor=b', { cursor: ['must be a string, not an array'] }],
    [`cursor=${'x'.repeat(2049)}`, { cursor: ['must be at most 2048 characters'] }],
    ...['0', '101', '-1', '1.5', 'x', '', '1e9', '0x10', '1e1', '5.0', '%2B5', '%205', '1&page_size=2'].map(
      (size): [string, Record<string, string[]>] => [
        `page_size=${size}`,
        { page_size: ['must be a whole number from 1 to 100'] },
      ],
    ),
  ])('are refused with %s', async (query, errors) => {
    expect((await call(name, { id: (await someBot()).id, query })).body).toEqual(refusal(errors));
  });
});

describe('the filters of bots', () => {
  const dateTime = 'must be an ISO 8601 date-time with a time zone, such as 2026-11-20T09:00:00Z';
  it.each([
    ['states=dead', 'states.0'],
    ['states=joining,dead', 'states.1'],
    ['states=joining&states=', 'states.1'],
  ])('refuse %s', async (query, field) => {
    const sentence = expect.stringMatching(/^must be one of "ready", "scheduled", /);
    expect((await call('listBots', { query })).body).toMatchObject({ errors: { [field]: [sentence] } });
  });
  it.each(['join_at_after=yesterday', 'join_at_before=2026-01-01', 'join_at_after=2026-01-01T00:00:00'])(
    'refuse %s',
    async (query) => {
      const [field = ''] = query.split('=');
      expect((await call('listBots', { query })).body).toEqual(refusal({ [field]: [dateTime] }));
    },
  );
  it('take states between commas and repeated, and find a link in any form', async () => {
    const project = await newProject('of filters');
    const create = (body: object) => call('createBot', { body: { ...good, ...body } }, project.api_key);
    await create({});
    await create({ join_at: scheduled.join_at, meeting_url: 'https://zoom.us/j/123456789?pwd=p' });
    const list = async (query: string) =>
      (await call('listBots', { query }, project.api_key)).body as { next: string; results: unknown[] };
    const count = async (query: string) => (await list(query)).results.length;
    expect(await count('states=joining,scheduled')).toBe(2);
    expect(await count('states=joining&states=scheduled')).toBe(2);
    expect(await count('states[]=joining&states[]=scheduled')).toBe(2);
    for (const both of ['states[]=joining&states[]=scheduled', 'states[]=joining,scheduled']) {
      const { next } = await list(`${both}&page_size=1`);
      expect(await count(new URL(next).search)).toBe(1);
    }
    expect(await count('states=ended')).toBe(0);
    expect(await count(`meeting_url=${encodeURIComponent('http://zoom.us/j/123456789?pwd=p&uname=x')}`)).toBe(1);
    expect(await count(`meeting_url=${encodeURIComponent(`${good.meeting_url}?utm=1`)}`)).toBe(1);
  });
});
