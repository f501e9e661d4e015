/** Lists, read to their end and back, against the model. */
import assert from 'node:assert/strict';
import type { List } from './commands.ts';
import { bodyOf, type KnownBot, shown } from './expectations.ts';
import type { Service } from './service.ts';

export interface Places {
  /** The link of a room. */
  readonly roomUrl: (room: number) => string;
  /** The moment so many hours after the run began. */
  readonly momentAt: (hours: number) => string;
}

const queryOf = ({ page_size, filter }: List, { roomUrl, momentAt }: Places): string => {
  const { states, key, room, after_hours, before_hours } = filter;
  const query = new URLSearchParams({ page_size: String(page_size) });
  if (states) query.set('states', states.join(','));
  if (key !== undefined) query.set('deduplication_key', key);
  if (room !== undefined) query.set('meeting_url', `${roomUrl(room)}?utm_source=y`);
  if (after_hours !== undefined) query.set('join_at_after', momentAt(after_hours));
  if (before_hours !== undefined) query.set('join_at_before', momentAt(before_hours));
  return query.toString();
};

const expectedOf = (known: readonly KnownBot[], { project, filter }: List, { roomUrl, momentAt }: Places) => {
  const { states, key, room, after_hours, before_hours } = filter;
  const isByJoinAt = (after_hours ?? before_hours) !== undefined && key === undefined && room === undefined;
  const position = ({ id, join_at }: KnownBot): string => (isByJoinAt ? `${join_at}#${id}` : id);
  return known
    .filter((bot) => !bot.isDeleted && bot.project === project)
    .filter(({ life }) => !states || states.includes(life.state))
    .filter((bot) => key === undefined || bot.key === key)
    .filter(({ meeting_url }) => room === undefined || meeting_url === roomUrl(room))
    .filter(({ join_at }) => after_hours === undefined || join_at > momentAt(after_hours))
    .filter(({ join_at }) => before_hours === undefined || join_at < momentAt(before_hours))
    .sort((a, b) => (position(a) < position(b) ? -1 : 1))
    .map(bodyOf);
};

interface PageBody {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly unknown[];
}

/** Every page from a query on, following one of its links. */
const walk = async (service: Service, list: List, from: string, link: 'next' | 'previous') => {
  const pages: { readonly bots: unknown[]; readonly body: PageBody }[] = [];
  for (let query: string | undefined = from; query !== undefined; ) {
    const answer = await service.call('listBots', list.project, { query });
    assert.equal(answer.status, 200, answer.text);
    const body = answer.body as PageBody;
    pages.push({ bots: body.results.map(shown), body });
    assert.ok(body.results.length <= list.page_size && pages.length < 100);
    const beyond = body[link];
    query = beyond === null ? undefined : new URL(beyond).search.slice(1);
  }
  return pages;
};

/** Reads every page from the first to the last, and back again. */
export const expectList = async (
  service: Service,
  known: readonly KnownBot[],
  list: List,
  places: Places,
): Promise<void> => {
  const expected = expectedOf(known, list, places);
  const pages = await walk(service, list, queryOf(list, places), 'next');
  assert.deepEqual(
    pages.flatMap(({ bots }) => bots),
    expected,
  );
  assert.equal(pages[0]?.body.previous, null);
  const last = pages.at(-1);
  if (!last?.body.previous) return;
  const back = await walk(service, list, new URL(last.body.previous).search.slice(1), 'previous');
  assert.deepEqual(
    back.reverse().flatMap(({ bots }) => bots),
    expected.slice(0, expected.length - last.bots.length),
  );
};
