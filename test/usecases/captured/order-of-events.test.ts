import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParticipantEvent } from '../../../lib/domain/captured/captured.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createListCaptured } from '../../../lib/usecases/captured/list-captured.ts';
import { aParticipantEvent } from '../../lab/builders/records.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { runs } from '../../lab/properties.ts';
import { expectWalks, resultsOf, walk } from '../../lab/walk.ts';
import { capturedIn } from '../../lab/worlds/captured-world.ts';

/** What is told together: so long after what was told before, of moments so long ago. To store it may take long. */
interface Batch {
  readonly after_ms: number;
  readonly late_ms: readonly number[];
  readonly takes_ms?: number;
}
interface Told {
  readonly after_ms: fc.Arbitrary<number>;
  readonly late_ms: fc.Arbitrary<number>;
  readonly takes_ms?: fc.Arbitrary<number>;
  readonly most?: number;
}
const told = ({ after_ms, late_ms, takes_ms = fc.constant(0), most = 4 }: Told): fc.Arbitrary<Batch[]> => {
  const batch = { after_ms, takes_ms, late_ms: fc.array(late_ms, { minLength: 1, maxLength: most }) };
  return fc.array(fc.record(batch), { maxLength: 25 });
};
const often = fc.integer({ min: 0, max: 4_000 });
/** Up to what a worker may be late by. */
const soon = fc.integer({ min: 0, max: 10_000 });
const late = fc.oneof(soon, fc.integer({ min: 10_000, max: 90_000 }));
/** Until it is stored: as long as a page waits for. */
const briefly = fc.integer({ min: 0, max: 10_000 });
const minutes = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120_000 }));
const sizes = fc.integer({ min: 1, max: 12 });

const meetingOf = async () => {
  const { clock, store, turn, ...world } = await capturedIn([]);
  const events: ParticipantEvent[] = [];
  const tell = async ({ after_ms, late_ms, takes_ms = 0 }: Batch): Promise<void> => {
    clock.advance(after_ms / 1000);
    const sent = clock.now();
    const told = late_ms.map((ago, n) =>
      aParticipantEvent({ id: `${events.length + n}`, timestamp_ms: sent.getTime() - ago }),
    );
    events.push(...told);
    clock.advance(takes_ms / 1000);
    await store(told, sent);
  };
  /** Batches that are sent one after the other, and stored when they are: another one than was sent first may be first. */
  const toCome: { readonly sent_ms: number; readonly stored_ms: number; readonly told: readonly ParticipantEvent[] }[] =
    [];
  const send = (batches: readonly Batch[]): void => {
    let sent_ms = clock.now().getTime();
    for (const { after_ms, late_ms, takes_ms = 0 } of batches) {
      sent_ms += after_ms;
      const moments = late_ms.map((ago) => sent_ms - ago);
      const told = moments.map((timestamp_ms, n) => aParticipantEvent({ id: `${events.length + n}`, timestamp_ms }));
      events.push(...told);
      toCome.push({ sent_ms, stored_ms: sent_ms + takes_ms, told });
    }
    toCome.sort((one, other) => one.stored_ms - other.stored_ms);
  };
  const passUntil = (at_ms: number): void => clock.advance(Math.max(0, at_ms - clock.now().getTime()) / 1000);
  /** Time passes, and what is stored meanwhile is. */
  const pass = async (ms: number): Promise<void> => {
    const until_ms = clock.now().getTime() + ms;
    while ((toCome[0]?.stored_ms ?? Number.POSITIVE_INFINITY) <= until_ms) {
      const { sent_ms, stored_ms, told } = toCome.shift() ?? expect.unreachable();
      passUntil(stored_ms);
      await store(told, new Date(sent_ms));
    }
    passUntil(until_ms);
  };
  /** All of them, in one page as large as it takes. */
  const all = async (): Promise<string[]> => [...(await turn(1_000)(undefined)).results];
  const momentsOf = (ids: readonly string[]) => ids.map((id) => events[Number(id)]?.timestamp_ms ?? 0);
  return { ...world, clock, store, turn, tell, send, pass, all, momentsOf, events };
};

describe('participant events', () => {
  it('are in one order, whatever the size of a page, there and back', async () => {
    await fc.assert(
      fc.asyncProperty(
        told({ after_ms: often, late_ms: late, takes_ms: minutes }),
        sizes,
        async (batches, page_size) => {
          const { send, pass, all, turn, events } = await meetingOf();
          send(batches);
          await pass(300_000);
          const ids = await all();
          expect(ids.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
          await expectWalks(turn(page_size), ids, page_size);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('are in the order of their moments, though they are told some seconds late', async () => {
    await fc.assert(
      fc.asyncProperty(told({ after_ms: often, late_ms: soon }), async (batches) => {
        const { tell, all, momentsOf } = await meetingOf();
        for (const batch of batches) await tell(batch);
        const moments = momentsOf(await all());
        expect(moments).toEqual(moments.toSorted((one, other) => one - other));
      }),
      { numRuns: runs(40) },
    );
  });

  it.each([5, 10, 25, 50])(
    'are all there, there and back, where an old worker stores after the new one: by %i',
    async (size) => {
      const { send, pass, all, turn } = await meetingOf();
      const one = { after_ms: 1_000, late_ms: [0] };
      const cutOff = { after_ms: 500, late_ms: [0, 10], takes_ms: 75_000 };
      send([...Array<Batch>(60).fill(one), cutOff, ...Array<Batch>(90).fill(one)]);
      await pass(300_000);
      const ids = await all();
      expect(ids).toHaveLength(152);
      const pages = await walk(turn(size), 'next');
      expect(resultsOf(pages)).toEqual(ids);
      const back = await walk(turn(size), 'previous', pages.at(-1)?.previous);
      expect(resultsOf([...back.reverse(), ...pages.slice(-1)])).toEqual(ids);
    },
  );

  it('are met each once by who follows pages while more is told and is on its way, late or not', async () => {
    // Fewer within twenty seconds than a page holds: more than that cannot wait for what is still to be stored.
    const one = told({ after_ms: fc.integer({ min: 5_000, max: 20_000 }), late_ms: late, takes_ms: briefly, most: 1 });
    const pageSizes = fc.integer({ min: 5, max: 8 });
    await fc.assert(
      fc.asyncProperty(
        one,
        fc.array(often),
        fc.integer({ min: 4_000, max: 14_000 }),
        pageSizes,
        async (batches, waits, begun_ms, page_size) => {
          const { send, pass, all, turn } = await meetingOf();
          send(batches);
          await pass(begun_ms * batches.length);
          let asRead: string[] = [];
          const pages = await walk(
            async (from) => {
              asRead = await all();
              return turn(page_size)(from);
            },
            'next',
            undefined,
            () => pass(waits.shift() ?? 1_000),
          );
          expect(resultsOf(pages)).toEqual(asRead);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('that were on their way while a page was read are on a later one', async () => {
    const { send, pass, all, turn } = await meetingOf();
    const one = { after_ms: 1_000, late_ms: [0] };
    const onItsWay = { after_ms: 500, late_ms: [6_500], takes_ms: 9_000 };
    send([...Array<Batch>(20).fill(one), onItsWay, ...Array<Batch>(10).fill(one)]);
    await pass(29_000);
    const pages = await walk(turn(18), 'next', undefined, () => pass(60_000));
    const ids = await all();
    expect(ids).toHaveLength(31);
    expect(resultsOf(pages)).toEqual(ids);
  });

  it('that are told late are met on the way back, though the page was read before', async () => {
    const { tell, turn, clock } = await meetingOf();
    for (let n = 0; n < 4; n += 1) await tell({ after_ms: 4_000, late_ms: [0] });
    const first = await turn(1)(undefined);
    const second = await turn(2)(first.next);
    const third = await turn(2)(second.next);
    expect(third.results).toEqual(['3']);
    await tell({ after_ms: 1_000, late_ms: [7_000] });
    expect((await turn(5)(third.previous)).results).toEqual(['0', '1', '4', '2']);
    clock.advance(60);
    expect((await turn(5)(third.previous)).results).toEqual(['0', '1', '4', '2']);
  });

  it('are read at once where a page is small', async () => {
    const { bots, bot, captured, clock, tell } = await meetingOf();
    for (let n = 0; n < 100; n += 1) await tell({ after_ms: 400, late_ms: [0] });
    let calls = 0;
    const counted: typeof captured = {
      ...captured,
      look: (...asked) => {
        calls += 1;
        return captured.look(...asked);
      },
    };
    const list = createListCaptured('participant_events', { ...allReadable, bots, captured: counted, clock });
    const { next } = await list(refOf(bot), { page_size: 1 });
    await list(refOf(bot), { page_size: 1, from: next });
    expect(calls).toBe(2);
  });

  it('that are told after a loss of minutes stand where they were told, in the order of their moments', async () => {
    const { tell, all, turn } = await meetingOf();
    await tell({ after_ms: 0, late_ms: [0] });
    await tell({ after_ms: 1_000, late_ms: [300] });
    await tell({ after_ms: 300_000, late_ms: [250_000, 280_000, 0] });
    await tell({ after_ms: 300, late_ms: [5_000] });
    expect(await all()).toEqual(['0', '1', '3', '2', '5', '4']);
    await expectWalks(turn(1), ['0', '1', '3', '2', '5', '4'], 1);
  });

  it('of the last twenty seconds wait for what is told late, where a page is full without them', async () => {
    const { tell, turn, clock } = await meetingOf();
    for (const after_ms of [0, 8_000, 13_000, 1_000, 1_000]) await tell({ after_ms, late_ms: [0] });
    const page = await turn(4)(undefined);
    expect(page.results).toEqual(['0']);
    expect((await turn(4)(page.next)).results).toEqual(['1', '2', '3', '4']);
    expect((await turn(2)(page.next)).results).toEqual(['1', '2']);
    clock.advance(20);
    expect((await turn(4)(undefined)).results).toEqual(['0', '1', '2', '3']);
  });

  it('refuse a cursor of another form, such as earlier versions gave out', async () => {
    const { tell, turn } = await meetingOf();
    await tell({ after_ms: 0, late_ms: [0, 0] });
    const before = { position: '01KJNWKZ00ABCDEFGHJKMNPQRS/00000', direction: 'next' as const };
    await expect(turn(1)(before)).rejects.toThrow('the cursor');
  });
});
