import { describe, expect, it } from 'vitest';
import { applyTrigger, type Bot, reschedule } from '../../../lib/domain/bot/bot.ts';
import {
  botEventSubTypes,
  botStates,
  botTriggers,
  isAllowed,
  isSubTypeOf,
  refusalOf,
} from '../../../lib/domain/bot/lifecycle.ts';
import { InvalidTransitionError, NotFoundError, OvertakenError, StaleError } from '../../../lib/domain/errors.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createLeaveBot } from '../../../lib/usecases/bots/leave-bot.ts';
import { createAdvanceBot } from '../../../lib/usecases/lifecycle/advance-bot.ts';
import { createReportTrigger } from '../../../lib/usecases/worker/report-trigger.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { countingTable } from '../../lab/doubles/counting-table.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const clock = aClock();
const setUp = async (state: 'scheduled' | 'joining' | 'joined_recording' | 'ended' = 'joined_recording') => {
  const bots = botRepository(memoryTable(clock));
  const bot = aBot({ state, events: [aBotEvent({ state })] });
  await bots.create(bot);
  return { bots, bot, ref: refOf(bot), advance: createAdvanceBot({ bots, clock }) };
};

describe('advancing a bot', () => {
  it('stores state and event together', async () => {
    const { bots, ref, advance } = await setUp('joining');
    const advanced = await advance(ref, 'admitted');
    expect(await bots.get(ref)).toEqual(advanced);
    expect(advanced).toMatchObject({ state: 'joined_recording', version: 2 });
  });

  it('refuses what the table does not allow, and a bot that is not there', async () => {
    const { ref, advance } = await setUp('ended');
    await expect(advance(ref, 'leave', 'user_requested')).rejects.toThrow(InvalidTransitionError);
    await expect(advance({ ...ref, project_id: 'prj_2' }, 'leave', 'user_requested')).rejects.toThrow(NotFoundError);
  });

  it('by one that decided before something else happened does not apply', async () => {
    const { bots, bot, ref, advance } = await setUp();
    const paused = await advance(ref, 'pause', null, bot);
    await expect(advance(ref, 'failed', 'max_runtime_exceeded', bot)).rejects.toThrow(OvertakenError);
    const report = createReportTrigger({ bots, clock });
    expect(await report(ref, 'failed', 'max_runtime_exceeded', bot)).toBe('joined_recording_paused');
    expect(await report(ref, 'failed', 'max_runtime_exceeded', paused)).toBe('fatal_error');
  });

  it('by one that decided before the bot was given another appointment does not apply', async () => {
    const { bots, ref, advance, bot } = await setUp('scheduled');
    await bots.save(reschedule(bot, '2026-12-21T10:30:00.000Z', clock.now()), bot);
    await expect(advance(ref, 'stage_due', null, bot)).rejects.toThrow(OvertakenError);
    expect((await bots.get(ref))?.state).toBe('scheduled');
  });

  it('by many at once: exactly the legal ones win, and no event is lost', async () => {
    const { bots, ref } = await setUp();
    const leave = createLeaveBot({ bots, clock });
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => leave(ref)));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toEqual(new InvalidTransitionError('leave', 'leaving'));
    }
    expect((await bots.get(ref))?.events.map(({ type }) => type)).toEqual(['join_requested', 'leave_requested']);
  });

  it('by a client, a worker and a timer at once: each success is one event, in a legal order', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { bots, ref, advance } = await setUp();
      const triggers = [
        () => advance(ref, 'pause'),
        () => advance(ref, 'resume'),
        () => advance(ref, 'leave', 'user_requested'),
        () => advance(ref, 'meeting_ended', 'ended_by_host'),
        () => advance(ref, 'left'),
        () => advance(ref, 'failed', 'capture_lost'),
      ];
      const order = triggers
        .map((trigger, i) => ({ trigger, rank: (i * 7 + round * 5) % 6 }))
        .sort((a, b) => a.rank - b.rank);
      const results = await Promise.allSettled(order.map(({ trigger }) => trigger()));
      const won = results.filter(({ status }) => status === 'fulfilled').length;
      const bot = await bots.get(ref);
      expect(bot?.events.length).toBe(1 + won);
      expect(bot?.version).toBe(1 + won);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(InvalidTransitionError);
      }
    }
  });

  it('gives up when others are always faster', async () => {
    const { bots, bot, ref } = await setUp();
    const save = async () => {
      throw new StaleError(bot.id);
    };
    await expect(createAdvanceBot({ bots: { ...bots, save }, clock })(ref, 'pause')).rejects.toThrow(StaleError);
  });
});

describe('a trigger', () => {
  const pairs = botStates.flatMap((state) =>
    botTriggers.flatMap((trigger) =>
      [null, ...botEventSubTypes]
        .filter((subType) => isSubTypeOf(trigger, subType))
        .slice(0, 1)
        .map((subType) => ({ state, trigger, subType })),
    ),
  );
  const itemsAfter = async (bot: Bot) => {
    const table = memoryTable(clock);
    await botRepository(table).create(bot);
    return table.items().filter(({ kind }) => kind === 'bot');
  };

  it.each(pairs)('$trigger makes of a bot that is $state what the domain says, blindly or not', async (pair) => {
    const { state, trigger, subType } = pair;
    const bot = aBot({
      state,
      events: [aBotEvent(), aBotEvent({ state })],
      version: 7,
      deduplication_key: 'key',
      held_state: 'joined_recording_paused',
      recording_state: 'in_progress',
      transcription_state: 'in_progress',
    });
    for (const decidedOn of [undefined, bot]) {
      const table = memoryTable(clock);
      const bots = botRepository(table);
      await bots.create(bot);
      const advancing = createAdvanceBot({ bots, clock })(refOf(bot), trigger, subType, decidedOn);
      if (isAllowed(state, trigger)) {
        const expected = applyTrigger(bot, trigger, subType, clock.now());
        expect(await advancing).toEqual(expected);
        expect(table.items().filter(({ kind }) => kind === 'bot')).toEqual(await itemsAfter(expected));
      } else {
        await expect(advancing).rejects.toEqual(refusalOf(trigger, state, 'bot'));
        expect((await bots.get(refOf(bot)))?.version).toBe(7);
      }
    }
  });

  it('that only adds an event and moves the bot on costs one call, whether it is legal or not', async () => {
    for (const state of ['joined_recording', 'ended'] as const) {
      const bot = aBot({ state });
      const stored = memoryTable(clock);
      await botRepository(stored).create(bot);
      const { table, calls } = countingTable(stored);
      const leaving = createLeaveBot({ bots: botRepository(table), clock })(refOf(bot));
      await leaving.catch(() => undefined);
      expect(calls()).toEqual(['update']);
    }
  });

  it('with the sub type of another row is a fault of ours, and changes nothing', async () => {
    const { bots, ref, advance } = await setUp();
    await expect(advance(ref, 'leave', 'capture_lost')).rejects.toThrow(RangeError);
    expect((await bots.get(ref))?.version).toBe(1);
  });
});

describe('a trigger told by a machine', () => {
  it('too late changes nothing, and answers the state', async () => {
    const { bots, ref } = await setUp('ended');
    const report = createReportTrigger({ bots, clock });
    expect(await report(ref, 'left')).toBe('ended');
    expect(await report({ ...ref, bot_id: 'bot_none' }, 'left')).toBeUndefined();
    expect((await bots.get(ref))?.version).toBe(1);
  });

  it('that fails for another reason is not passed over', async () => {
    const { bots, ref } = await setUp();
    const get = async () => {
      throw new Error('connection lost');
    };
    await expect(createReportTrigger({ bots: { ...bots, get }, clock })(ref, 'left')).rejects.toThrow(
      'connection lost',
    );
  });
});
