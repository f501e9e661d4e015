import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import type { ParticipantEvent } from '../../../lib/domain/captured/captured.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createListParticipants } from '../../../lib/usecases/captured/list-participants.ts';
import { createKeepParticipants } from '../../../lib/usecases/worker/keep-participants.ts';
import { aBot, aParticipantEvent } from '../../lab/builders/records.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { countingTable } from '../../lab/doubles/counting-table.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const startMs = 1_772_442_000_000;

const event = (who: string, event_type: ParticipantEvent['event_type'], second: number): ParticipantEvent =>
  aParticipantEvent({
    id: `evt_${who}_${event_type}_${second}`,
    participant_name: who,
    participant_uuid: `p-${who}`,
    participant_is_host: who === 'Maya',
    event_type,
    timestamp_ms: startMs + second * 1000,
  });

const setUp = async (details: Partial<Bot> = {}) => {
  const stored = memoryTable();
  const { table, calls } = countingTable(stored);
  const bots = botRepository(stored);
  const bot = aBot({ state: 'joined_recording', ...details });
  await bots.create(bot);
  const participants = participantRepository(table);
  const ref = refOf(bot);
  const list = createListParticipants({ ...allReadable, bots: botRepository(table), participants });
  return { bots, bot, ref, list, calls, keep: () => createKeepParticipants({ participants }, ref) };
};

describe('the participants of a meeting', () => {
  it('are each there once, in the order in which they first came, however often they came and went', async () => {
    const { ref, list, keep } = await setUp();
    await keep()([
      event('Maya', 'join', 1),
      event('Jonas', 'join', 2),
      event('Jonas', 'leave', 5),
      event('Ada', 'join', 6),
      event('Maya', 'leave', 7),
      event('Maya', 'join', 9),
    ]);
    const { results } = await list(ref, { page_size: 25 });
    expect(
      results.map(({ participant_name, participant_is_host, joined_at_ms, left_at_ms, is_present }) => [
        participant_name,
        participant_is_host,
        (joined_at_ms - startMs) / 1000,
        left_at_ms && (left_at_ms - startMs) / 1000,
        is_present,
      ]),
    ).toEqual([
      ['Maya', true, 1, null, true],
      ['Jonas', false, 2, 5, false],
      ['Ada', false, 6, null, true],
    ]);
  });

  it('are the same when a worker takes the place of another, and is told again what was reported', async () => {
    const { ref, list, keep } = await setUp();
    const before = [event('Maya', 'join', 1), event('Jonas', 'join', 2), event('Jonas', 'leave', 5)];
    await keep()(before.slice(0, 2));
    const next = keep();
    await next(before);
    await next([event('Jonas', 'join', 8)]);
    const { results } = await list(ref, { page_size: 25 });
    expect(results).toMatchObject([{ participant_name: 'Maya' }, { participant_name: 'Jonas', left_at_ms: null }]);
  });

  it('have the names and roles under which they were heard last, which cost one write each time they change', async () => {
    const { ref, list, keep, calls } = await setUp();
    const one = keep();
    const renamed = { participant_name: 'Jonas (ACME)', participant_is_host: true };
    await one([event('Jonas', 'join', 1), event('Ada', 'join', 1), event('Ada', 'leave', 2)]);
    calls();
    await one([{ ...event('Jonas', 'speech_start', 3), ...renamed }]);
    await one([{ ...event('Jonas', 'speech_stop', 4), ...renamed }]);
    expect(calls()).toEqual(['write']);
    const { results } = await list(ref, { page_size: 25 });
    expect(results).toMatchObject([
      { ...renamed, joined_at_ms: startMs + 1_000, left_at_ms: null, is_present: true },
      { participant_name: 'Ada', left_at_ms: startMs + 2_000, is_present: false },
    ]);
  });

  it('have the names and roles that were told of them last, for one write each time they change', async () => {
    const { ref, list, keep, calls } = await setUp();
    const one = keep();
    await one([event('Jonas', 'join', 1)]);
    const { participant_uuid, participant_user_uuid } = event('Jonas', 'join', 1);
    const renamed = { participant_name: 'Jonas (ACME)', participant_is_host: true };
    const identity = { ...renamed, participant_uuid, participant_user_uuid };
    const stranger = { ...identity, participant_uuid: 'p-nobody' };
    calls();
    await one([], [identity, stranger]);
    await one([], [identity]);
    expect(calls()).toEqual(['write']);
    const { results } = await list(ref, { page_size: 25 });
    expect(results).toMatchObject([{ ...renamed, joined_at_ms: startMs + 1_000, is_present: true }]);
  });

  it('cost nothing while people only speak, and one write each when they come or go', async () => {
    const { keep, calls } = await setUp();
    const one = keep();
    await one([event('Maya', 'join', 1), event('Jonas', 'join', 1)]);
    expect(calls()).toEqual(['query', 'write', 'write']);
    const speech = Array.from({ length: 1000 }, (_, n) => event('Maya', n % 2 ? 'speech_stop' : 'speech_start', n));
    await one(speech);
    expect(calls()).toEqual([]);
    await one([event('Jonas', 'leave', 2000)]);
    expect(calls()).toEqual(['write']);
  });

  it('are remembered while they are there, and those who left as long as ten thousand others have not left since', async () => {
    const { ref, list, keep } = await setUp();
    const one = keep();
    const guests = Array.from({ length: 10_001 }, (_, n) => `G${n}`);
    await one([event('Maya', 'join', 0)]);
    await one(guests.flatMap((guest, n) => [event(guest, 'join', n + 1), event(guest, 'leave', n + 2)]));
    const all = async () => (await list(ref, { page_size: 20_000 })).results;
    expect(await all()).toHaveLength(10_002);
    await one([event('Maya', 'leave', 20_000), event('G10000', 'join', 20_001), event('G2', 'join', 20_002)]);
    expect(await all()).toHaveLength(10_002);
    await one([event('G0', 'join', 20_003)]);
    const found = await all();
    expect(found.filter(({ participant_name }) => participant_name === 'G0')).toMatchObject([
      { is_present: false },
      { is_present: true },
    ]);
    // What a worker knows that takes its place is no more.
    await keep()([event('G9000', 'join', 20_004)]);
    expect(await all()).toHaveLength(found.length);
  });

  it('are listed page by page, there and back, for two calls a page', async () => {
    const { ref, list, keep, calls } = await setUp();
    await keep()(Array.from({ length: 10 }, (_, n) => event(`P${n}`, 'join', n)));
    calls();
    const names = (page: Awaited<ReturnType<typeof list>>) =>
      page.results.map(({ participant_name }) => participant_name);
    const first = await list(ref, { page_size: 4 });
    const second = await list(ref, { page_size: 4, from: first.next });
    const third = await list(ref, { page_size: 4, from: second.next });
    const back = await list(ref, { page_size: 4, from: third.previous });
    expect([first, second, third, back].map(names)).toEqual([
      ['P0', 'P1', 'P2', 'P3'],
      ['P4', 'P5', 'P6', 'P7'],
      ['P8', 'P9'],
      ['P4', 'P5', 'P6', 'P7'],
    ]);
    expect([first.previous, third.next]).toEqual([undefined, undefined]);
    expect(calls()).toHaveLength(8);
  });

  it('are not present any more once the bot has gone', async () => {
    const { ref, list, keep } = await setUp({ state: 'ended' });
    await keep()([event('Maya', 'join', 1)]);
    const { results } = await list(ref, { page_size: 25 });
    expect(results).toMatchObject([{ left_at_ms: null, is_present: false }]);
  });

  it('are nobody once the data of the bot was deleted', async () => {
    const { ref, list, keep } = await setUp({ state: 'data_deleted' });
    await keep()([event('Maya', 'join', 1)]);
    expect((await list(ref, { page_size: 25 })).results).toEqual([]);
  });
});
