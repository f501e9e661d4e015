/** Items that this program cannot read, as after going back from a later version, in each list that clients read. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RouteName, routeNames, routes } from '../../../lib/api/routes.ts';
import { sortableId } from '../../../lib/domain/ids.ts';
import type { Item } from '../../../lib/ports/table.ts';
import { countedLines } from '../../../lib/process/counted-lines.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { anIdOf } from '../../lab/api/resources.ts';
import { storeAppSession } from '../../lab/builders/app-sessions.ts';
import { storeCalendar, storeEvent } from '../../lab/builders/calendars.ts';
import { storeConnection } from '../../lab/builders/connections.ts';
import { aBot, aChatMessage, anUtterance, aParticipant, aParticipantEvent } from '../../lab/builders/records.ts';
import { call, newProject, table } from './projects.ts';

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());

const five = [0, 1, 2, 3, 4] as const;

interface Stored {
  /** Whose the list is. */
  readonly id?: string;
  readonly query?: string;
}
interface Listed {
  /** Stores five of what is listed. */
  readonly store: (project_id: string) => Promise<Stored>;
  readonly kind: string;
}

const momentOf = (n: number): Date => new Date(Date.parse('2026-03-02T09:00:00.000Z') + n * 60_000);

const botIn = async (project_id: string): Promise<string> => {
  const bot = aBot({ id: anIdOf('bot'), project_id });
  await botRepository(table).create(bot);
  return bot.id;
};

/** Five batches of an entry each, of a bot or an app session. */
const captured = (
  kind: 'utterances' | 'participant_events' | 'chat_messages',
  make: (project_id: string) => Promise<string>,
): Listed => ({
  kind: 'captured',
  store: async (project_id) => {
    const bot_id = await make(project_id);
    for (const n of five) {
      const [created_at, timestamp_ms] = [momentOf(n).toISOString(), momentOf(n).getTime()];
      const batch = { project_id, bot_id, created_at, batch_id: sortableId(momentOf(n), new Uint8Array(10)) };
      const entries = {
        utterances: [anUtterance({ timestamp_ms })],
        participant_events: [aParticipantEvent({ id: `evt_${n}`, timestamp_ms })],
        chat_messages: [aChatMessage({ id: `msg_${n}`, timestamp_ms: String(timestamp_ms) })],
      };
      await capturedRepository(table).add({ ...batch, captured_kind: kind, entries: entries[kind] });
    }
    return { id: bot_id };
  },
});

const sessionIn = (project_id: string): Promise<string> => storeAppSession(table, project_id);

const lists: Readonly<Partial<Record<RouteName, Listed>>> = {
  listBots: {
    kind: 'bot',
    store: async (project_id) => {
      for (const _ of five) await botIn(project_id);
      return {};
    },
  },
  listAppSessions: {
    kind: 'bot',
    store: async (project_id) => {
      for (const _ of five) await sessionIn(project_id);
      return {};
    },
  },
  listCalendars: {
    kind: 'calendar',
    store: async (project_id) => {
      for (const n of five) await storeCalendar(table, { project_id, deduplication_key: `k${n}` });
      return {};
    },
  },
  listCalendarEvents: {
    kind: 'calendar_event',
    store: async (project_id) => {
      const calendar = await storeCalendar(table, { project_id });
      for (const n of five) await storeEvent(table, calendar, { platform_uuid: `e${n}` });
      return { query: `calendar_id=${calendar.id}` };
    },
  },
  listConnections: {
    kind: 'connection',
    store: async (project_id) => {
      for (const _ of five) await storeConnection(table, { project_id });
      return {};
    },
  },
  listParticipants: {
    kind: 'participant',
    store: async (project_id) => {
      const bot_id = await botIn(project_id);
      const participants = five.map((n) => ({
        position: `${n}`,
        value: aParticipant({ participant_uuid: `p-${n}` }),
      }));
      await participantRepository(table).save({ project_id, bot_id }, participants);
      return { id: bot_id };
    },
  },
  listParticipantEvents: captured('participant_events', botIn),
  listChatMessages: captured('chat_messages', botIn),
  getTranscript: captured('utterances', botIn),
  listAppSessionParticipantEvents: captured('participant_events', sessionIn),
  listAppSessionChatMessages: captured('chat_messages', sessionIn),
  getAppSessionTranscript: captured('utterances', sessionIn),
};

interface PageBody {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly unknown[];
}

/** A project with five of something, and ways to read the list of it. */
const aList = async (name: RouteName, { store }: Listed) => {
  const { project_id, api_key } = await newProject(`of ${name}`);
  const { id, query: filter = '' } = await store(project_id);
  const read = async (query: string): Promise<unknown> => {
    const answer = await call(name, { ...(id !== undefined && { id }), query }, api_key);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body;
  };
  const whole = async (): Promise<readonly unknown[]> => {
    const body = await read(filter);
    return Array.isArray(body) ? body : (body as PageBody).results;
  };
  /** All pages of a size, on to the last one, and back from there. */
  const walk = async (page_size: number) => {
    const pages: PageBody[] = [];
    for (let query: string | undefined = `page_size=${page_size}&${filter}`; query !== undefined; ) {
      const page = (await read(query)) as PageBody;
      expect(page.results.length).toBeLessThanOrEqual(page_size);
      pages.push(page);
      query = page.next === null ? undefined : new URL(page.next).search.slice(1);
    }
    const back: PageBody[] = [];
    for (let link = pages.at(-1)?.previous ?? null; link !== null; link = back.at(-1)?.previous ?? null)
      back.push((await read(new URL(link).search.slice(1))) as PageBody);
    const beforeLast = pages.slice(0, -1);
    return {
      there: pages.flatMap(({ results }) => results),
      back: back.reverse().flatMap(({ results }) => results),
      expectedBack: beforeLast.flatMap(({ results }) => results),
    };
  };
  return { project_id, whole, walk, isPaged: 'next' in Object((await read(filter)) as object) };
};

/** As a later program may have written it. */
const damage = ({ pk, sk }: Item) => table.write({ update: { pk, sk }, set: { kind_version: 99 } });

const sortOf = ({ sk, pk }: Item): string => `${pk} ${sk}`;

describe.each(Object.entries(lists) as [RouteName, Listed][])('%s', (name, listed) => {
  it.each(five)('answers the others where number %i cannot be read, page by page, and its key is logged', async (n) => {
    const list = await aList(name, listed);
    const all = await list.whole();
    expect(all).toHaveLength(5);
    const items = table
      .items()
      .filter(({ kind, pk }) => kind === listed.kind && pk.includes(list.project_id))
      .sort((one, other) => (sortOf(one) < sortOf(other) ? -1 : 1));
    expect(items).toHaveLength(5);
    const broken = items[n] as Item;
    await damage(broken);
    logged.length = 0;
    const others = await list.whole();
    expect(others).toHaveLength(4);
    expect(all.filter((one) => others.some((other) => JSON.stringify(other) === JSON.stringify(one)))).toEqual(others);
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'error',
        message: countedLines.leftOut,
        reason: expect.stringContaining(`the item ${broken.pk} / ${broken.sk} cannot be read: it is a `),
      }),
    ]);
    for (const size of list.isPaged ? [1, 2, 3] : []) {
      const { there, back, expectedBack } = await list.walk(size);
      expect(there).toEqual(others);
      expect(back).toEqual(expectedBack);
    }
  });
});

describe('a key of which it cannot be read whose it is', () => {
  it.each<[RouteName, string, string, (project_id: string) => Promise<unknown>]>([
    [
      'listBots',
      'deduplication_key=k&states=joining',
      'deduplication',
      (project_id) => botRepository(table).create(aBot({ id: anIdOf('bot'), project_id, deduplication_key: 'k' })),
    ],
    [
      'listCalendars',
      'deduplication_key=k',
      'calendar_deduplication',
      (project_id) => storeCalendar(table, { project_id, deduplication_key: 'k' }),
    ],
  ])('leaves %s by %s empty, and is logged', async (name, query, kind, store) => {
    const { project_id, api_key } = await newProject(`by key of ${name}`);
    await store(project_id);
    const found = async () => ((await call(name, { query }, api_key)).body as PageBody).results.length;
    expect(await found()).toBe(1);
    const [lock] = table.items().filter((item) => item.kind === kind && item.pk.includes(project_id));
    await damage(lock as Item);
    logged.length = 0;
    expect(await found()).toBe(0);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ message: countedLines.leftOut }]);
  });
});

describe('the lists of the API', () => {
  it('are all among these', () => {
    const isList = (name: RouteName): boolean => {
      const route = routes[name];
      return route.method === 'GET' && (name.startsWith('list') || name.endsWith('Transcript'));
    };
    expect(routeNames.filter(isList).toSorted()).toEqual(Object.keys(lists).toSorted());
  });
});

describe('what cannot be read, asked for by its id', () => {
  it('is a fault that the client can name and its operator find, and is told nothing of', async () => {
    const { project_id, api_key } = await newProject('of one');
    const id = await botIn(project_id);
    const [item] = table.items().filter(({ kind, pk }) => kind === 'bot' && pk.includes(id));
    await damage(item as Item);
    const answer = await call('getBot', { id }, api_key);
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        detail:
          'Something that is stored for this cannot be read by this version of the service: its operator finds in the log what and why.',
        code: 'internal',
        request_id: 'request-1',
      },
    ]);
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        message: 'request failed',
        request_id: 'request-1',
        reason: expect.stringContaining(id),
      }),
    ]);
  });
});
