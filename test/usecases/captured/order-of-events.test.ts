import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParticipantEvent } from '../../../lib/domain/captured/captured.ts';
import { aParticipantEvent } from '../../lab/builders/records.ts';
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
  /** All of them, in one page as large as it takes. */
  const all = async (): Promise<string[]> => [...(await turn(1_000)(undefined)).results];
  const momentsOf = (ids: readonly string[]) => ids.map((id) => events[Number(id)]?.timestamp_ms ?? 0);
  return { ...world, clock, store, turn, tell, all, momentsOf, events };
};

describe('participant events', () => {
  it('are in one order, whatever the size of a page, there and back', async () => {
    await fc.assert(
      fc.asyncProperty(
        told({ after_ms: often, late_ms: late, takes_ms: minutes }),
        sizes,
        async (batches, page_size) => {
          const { tell, all, turn, events } = await meetingOf();
          for (const batch of batches) await tell(batch);
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

  it('are met each once by who follows pages while more is told, late or not', async () => {
    // Fewer within ten seconds than a page holds: more than that cannot wait for what is still to be told.
    const one = told({ after_ms: fc.integer({ min: 5_000, max: 20_000 }), late_ms: late, takes_ms: minutes, most: 1 });
    const pageSizes = fc.integer({ min: 3, max: 8 });
    await fc.assert(
      fc.asyncProperty(one, one, pageSizes, async (before, during, page_size) => {
        const { tell, all, turn } = await meetingOf();
        for (const batch of before) await tell(batch);
        const more = [...during];
        let asRead: string[] = [];
        const pages = await walk(
          async (from) => {
            asRead = await all();
            return turn(page_size)(from);
          },
          'next',
          undefined,
          async () => {
            const batch = more.shift();
            if (batch) await tell(batch);
          },
        );
        expect(resultsOf(pages)).toEqual(asRead);
      }),
      { numRuns: runs(60) },
    );
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

  it('of the last ten seconds wait for what is told late, where a page is full without them', async () => {
    const { tell, turn, clock } = await meetingOf();
    for (const after_ms of [0, 8_000, 3_000, 1_000, 1_000]) await tell({ after_ms, late_ms: [0] });
    const page = await turn(4)(undefined);
    expect(page.results).toEqual(['0']);
    expect((await turn(4)(page.next)).results).toEqual(['1', '2', '3', '4']);
    expect((await turn(2)(page.next)).results).toEqual(['1', '2']);
    clock.advance(10);
    expect((await turn(4)(undefined)).results).toEqual(['0', '1', '2', '3']);
  });

  it('refuse a cursor of another form, such as earlier versions gave out', async () => {
    const { tell, turn } = await meetingOf();
    await tell({ after_ms: 0, late_ms: [0, 0] });
    const before = { position: '01KJNWKZ00ABCDEFGHJKMNPQRS/00000', direction: 'next' as const };
    await expect(turn(1)(before)).rejects.toThrow('the cursor');
  });
});
