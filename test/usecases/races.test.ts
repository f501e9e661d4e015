import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../lib/adapters/local/database.ts';
import { sqliteTable } from '../../lib/adapters/local/table.ts';
import type { Bot } from '../../lib/domain/bot/bot.ts';
import type { BotState } from '../../lib/domain/bot/lifecycle.ts';
import { newId } from '../../lib/domain/ids.ts';
import type { Item, Table } from '../../lib/ports/table.ts';
import { indexKeysOf } from '../../lib/storage/bots/bot-indexes.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { botKey, deduplicationKey, refOf } from '../../lib/storage/keys.ts';
import { aBot, aBotEvent } from '../lab/builders/records.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { runs } from '../lab/properties.ts';
import { type Act, botActs, newMeeting, outcomeOf } from '../lab/worlds/bot-acts.ts';
import type { Errand } from './fixtures/racer.ts';

const random = () => crypto.getRandomValues(new Uint8Array(10));
const aProject = (): string => newId('project', new Date(), random());
const aBotIn = (state: BotState): Bot =>
  aBot({
    id: newId('bot', new Date(), random()),
    project_id: aProject(),
    state,
    events: [aBotEvent({ type: state === 'scheduled' ? 'bot_created' : 'join_requested', state })],
    deduplication_key: 'the same',
  });

type Contest = readonly Act[];
/** Each act's outcome, in the order of the contest. */
type Race = (table: Table, bot: Bot, contest: Contest) => Promise<string[]>;

const busy = 'a bot with the deduplication_key "the same" is not finished yet: wait for it, or use another key';

interface Rule {
  readonly from: BotState;
  readonly contest: Contest;
  /** Every legal end: the outcomes, and the event types afterwards; no events: the bot is gone. */
  readonly ends: readonly { readonly outcomes: readonly string[]; readonly events?: readonly string[] }[];
}
const joined = 'join_requested';
const rules: Record<string, Rule> = {
  'of two leaves one wins': {
    from: 'joined_recording',
    contest: ['leave', 'leave'],
    ends: [
      { outcomes: ['done', 'cannot leave: the bot is leaving'], events: [joined, 'leave_requested'] },
      { outcomes: ['cannot leave: the bot is leaving', 'done'], events: [joined, 'leave_requested'] },
    ],
  },
  'a leave comes before the end of the meeting or is too late': {
    from: 'joined_recording',
    contest: ['leave', 'endMeeting'],
    ends: [
      { outcomes: ['done', 'done'], events: [joined, 'leave_requested', 'meeting_ended'] },
      { outcomes: ['cannot leave: the bot is post_processing', 'done'], events: [joined, 'meeting_ended'] },
    ],
  },
  'a leave that needs no look at the bot and a trigger that does never undo each other': {
    from: 'joined_recording',
    contest: ['leave', 'pause', 'fail'],
    ends: [
      { outcomes: ['done', 'done', 'done'], events: [joined, 'recording_paused', 'leave_requested', 'fatal_error'] },
      {
        outcomes: ['done', 'cannot pause recording: the bot is leaving', 'done'],
        events: [joined, 'leave_requested', 'fatal_error'],
      },
      {
        outcomes: ['done', 'cannot pause recording: the bot is fatal_error', 'done'],
        events: [joined, 'leave_requested', 'fatal_error'],
      },
      {
        outcomes: ['cannot leave: the bot is fatal_error', 'done', 'done'],
        events: [joined, 'recording_paused', 'fatal_error'],
      },
      {
        outcomes: ['cannot leave: the bot is fatal_error', 'cannot pause recording: the bot is fatal_error', 'done'],
        events: [joined, 'fatal_error'],
      },
    ],
  },
  'a bot is deleted or staged, never both': {
    from: 'scheduled',
    contest: ['delete', 'stage'],
    ends: [
      { outcomes: ['done', 'no such bot'] },
      { outcomes: ['cannot delete: the bot is staged', 'done'], events: ['bot_created', 'staged'] },
    ],
  },
  'an update comes before the staging or is refused': {
    from: 'scheduled',
    contest: ['update', 'stage'],
    ends: [
      { outcomes: ['done', 'done'], events: ['bot_created', 'staged'] },
      {
        outcomes: ['cannot update anything but metadata: the bot is staged', 'done'],
        events: ['bot_created', 'staged'],
      },
    ],
  },
  'a deleted bot is not brought back by an update': {
    from: 'scheduled',
    contest: ['update', 'delete', 'delete'],
    ends: [
      { outcomes: ['done', 'done', 'no such bot'] },
      { outcomes: ['done', 'no such bot', 'done'] },
      { outcomes: ['no such bot', 'done', 'no such bot'] },
      { outcomes: ['no such bot', 'no such bot', 'done'] },
    ],
  },
};

/** So many ask for the same at once. */
const requests = 48;
const lockOf = ({ project_id }: Bot) => deduplicationKey(project_id, 'the same');

/** Carries out a contest, and checks that it ended in one of the legal ways, with nothing half done. */
const expectFair = async (table: Table, rule: Rule, race: Race): Promise<void> => {
  const bot = aBotIn(rule.from);
  const bots = botRepository(table);
  await bots.create(bot);
  const outcomes = await race(table, bot, rule.contest);
  const after = await bots.get(refOf(bot));
  const events = after?.events.map(({ type }) => type);
  expect(rule.ends).toContainEqual({ outcomes, ...(events && { events }) });
  const lock = await table.get(lockOf(bot));
  if (!after) return expect(lock).toBeUndefined();
  const changes = outcomes.filter((outcome) => outcome === 'done').length;
  expect(after.version).toBe(1 + changes);
  expect(after.state).toBe(after.events.at(-1)?.state);
  expect(lock?.bot_id).toBe(after.state === 'fatal_error' ? undefined : bot.id);
  expect(await table.get(botKey(refOf(bot)))).toMatchObject(indexKeysOf(after));
  const isUpdated = rule.contest.some((act, i) => act === 'update' && outcomes[i] === 'done');
  expect([after.meeting_url, after.schedule_version]).toEqual(
    isUpdated ? [newMeeting, 2] : [bot.meeting_url, bot.schedule_version],
  );
};

const expectOneBot = (items: readonly Item[], outcomes: readonly string[]): void => {
  expect(outcomes).toHaveLength(requests);
  expect(outcomes.toSorted()).toEqual([...Array<string>(requests - 1).fill(busy), 'done']);
  const [bot, ...others] = items.filter(({ kind }) => kind === 'bot');
  const locks = items.filter(({ kind }) => kind === 'deduplication');
  expect([others, locks.map(({ bot_id }) => bot_id)]).toEqual([[], [bot?.id]]);
};

describe('in any order of the calls to the table', () => {
  /** A table whose answers come when the scheduler lets them. */
  const scheduled = (scheduler: fc.Scheduler, table: Table): Table => ({
    get: scheduler.scheduleFunction(table.get),
    getMany: scheduler.scheduleFunction(table.getMany),
    query: scheduler.scheduleFunction(table.query),
    write: scheduler.scheduleFunction(table.write),
    update: scheduler.scheduleFunction(table.update),
  });

  it.each(Object.entries(rules))('%s', async (_, rule) => {
    const reached = new Set<string>();
    const ends = new Set(rule.ends.map(({ outcomes }) => JSON.stringify(outcomes))).size;
    const race = fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(2), { maxLength: 6 }), async (scheduler, order) => {
      await expectFair(memoryTable(), rule, async (table, bot, contest) => {
        const acts = botActs(scheduled(scheduler, table));
        const begin = scheduler.scheduleFunction(async () => undefined);
        const running = contest.map(async (act, i) => {
          // Some begin later than others.
          for (let wait = 0; wait < (order[i] ?? 0); wait += 1) await begin();
          return outcomeOf(acts[act](refOf(bot)));
        });
        const outcomes = await scheduler.waitFor(Promise.all(running));
        reached.add(JSON.stringify(outcomes));
        return outcomes;
      });
    });
    // Until every legal end was seen, which is mostly soon.
    for (let n = 0; n < 20 && reached.size < ends; n += 1) await fc.assert(race, { numRuns: runs(50) });
    expect(reached.size).toBe(ends);
  });

  it('many identical requests with one key make one bot', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const table = memoryTable();
        const { create } = botActs(scheduled(scheduler, table));
        const ref = { project_id: aProject(), bot_id: '' };
        const creating = Promise.all(Array.from({ length: requests }, () => outcomeOf(create(ref))));
        const outcomes = await scheduler.waitFor(creating);
        expectOneBot(table.items(), outcomes);
      }),
      { numRuns: runs(10) },
    );
  });
});

describe('by threads at the same moment, on one database', () => {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const racers: Worker[] = [];
  let folder: Awaited<ReturnType<typeof aDataFolder>>;
  let round = 0;
  beforeAll(async () => {
    folder = await aDataFolder();
    openDatabase(folder.path);
    const file = new URL('./fixtures/racer.ts', import.meta.url);
    for (let i = 0; i < 3; i += 1) racers.push(new Worker(file, { workerData: { folder: folder.path, gate } }));
    await Promise.all(racers.map((racer) => once(racer, 'online')));
  });
  afterAll(async () => {
    for (const racer of racers) racer.postMessage(undefined);
    await Promise.all(racers.map((racer) => once(racer, 'exit')));
    openDatabase(folder.path).close();
    await folder[Symbol.asyncDispose]();
  });

  const raceTogether = async (errands: readonly Omit<Errand, 'round'>[]): Promise<string[][]> => {
    const answers = errands.map(async (errand, i): Promise<string[]> => {
      const racer = racers[i];
      if (!racer) throw new Error(`there are ${racers.length} racers`);
      racer.postMessage({ ...errand, round });
      const [outcomes] = await once(racer, 'message');
      return outcomes;
    });
    round += 1;
    Atomics.store(gate, 0, round);
    Atomics.notify(gate, 0);
    return Promise.all(answers);
  };

  it.each(Object.entries(rules))('%s', async (_, rule) => {
    const table = sqliteTable(openDatabase(folder.path));
    for (let times = 0; times < 20; times += 1) {
      await expectFair(table, rule, async (_table, bot, contest) =>
        (await raceTogether(contest.map((act) => ({ act, times: 1, ref: refOf(bot) })))).flat(),
      );
    }
  });

  it('many identical requests with one key make one bot', async () => {
    const database = openDatabase(folder.path);
    for (let times = 0; times < 5; times += 1) {
      const ref = { project_id: aProject(), bot_id: '' };
      const outcomes = await raceTogether(racers.map(() => ({ act: 'create', times: requests / racers.length, ref })));
      const rows = database.all('SELECT item FROM items WHERE pk LIKE ?', `project#${ref.project_id}#%`);
      expectOneBot(
        rows.map(({ item }) => JSON.parse(String(item)) as Item),
        outcomes.flat(),
      );
    }
  });
});
