import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refOf } from '../../../lib/storage/keys.ts';
import { createListCaptured } from '../../../lib/usecases/captured/list-captured.ts';
import { aChatMessage, anUtterance } from '../../lab/builders/records.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { runs } from '../../lab/properties.ts';
import { expectWalks, resultsOf, type Turn, walk } from '../../lab/walk.ts';
import { capturedIn } from '../../lab/worlds/captured-world.ts';

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 12 });

describe('the list of what was captured', () => {
  it('walks to every entry once, there and back, however batched', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 10 }), async (batches, page_size) => {
        const { turn, ids } = await capturedIn(batches);
        await expectWalks(turn(page_size), ids(), page_size);
      }),
      { numRuns: runs(25) },
    );
  });

  it('is not disturbed by what comes in while it is walked', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 10 }), async (batches, page_size) => {
        const { turn, add, ids } = await capturedIn(batches);
        let more = 8;
        const pages = await walk(turn(page_size), 'next', undefined, async () => {
          if (more-- > 0) await add((more % 3) + 1);
        });
        const seen = resultsOf(pages);
        expect(seen).toEqual(ids().slice(0, seen.length));
      }),
      { numRuns: runs(15) },
    );
  });

  it('of a time holds what was stored in between, there and back', async () => {
    const { turn } = await capturedIn([2, 2, 2, 2, 2]);
    const second = (n: number) => new Date(Date.parse('2026-03-02T09:00:00.000Z') + n * 1000);
    await expectWalks(turn(1, { after: second(1) }), ['2', '3', '4', '5', '6', '7', '8', '9'], 1);
    await expectWalks(turn(3, { before: second(3) }), ['0', '1', '2', '3'], 3);
    await expectWalks(turn(2, { after: second(1), before: second(4) }), ['2', '3', '4', '5'], 2);
    await expectWalks(turn(2, { after: second(9) }), [], 2);
  });

  it('of a bot that is not there, or another project’s, is not there', async () => {
    const { list, bot } = await capturedIn([1]);
    const foreign = { ...refOf(bot), project_id: 'prj_2' };
    await expect(list(foreign, { page_size: 5 })).rejects.toThrow('no such bot');
  });

  it('may leave out what is not wanted, and has full pages of the rest, there and back', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 10 }), async (batches, page_size) => {
        const { bots, captured, clock, bot, ids } = await capturedIn(batches);
        const isWanted = (id: string) => Number(id) % 4 === 3;
        const list = createListCaptured('participant_events', { ...allReadable, bots, captured, clock }, ({ id }) =>
          isWanted(id),
        );
        const turn: Turn<string> = async (from) => {
          const { results, ...rest } = await list(refOf(bot), { from, page_size });
          return { ...rest, results: results.map(({ id }) => id) };
        };
        await expectWalks(turn, ids().filter(isWanted), page_size);
      }),
      { numRuns: runs(25) },
    );
  });

  it('holds no entries of other kinds', async () => {
    const { line, turn, table } = await capturedIn([1]);
    await line.captured('batch', {
      utterances: [anUtterance()],
      participant_events: [],
      chat_messages: [aChatMessage()],
    });
    expect((await turn(5)(undefined)).results).toEqual(['0']);
    expect(table.items().filter(({ kind }) => kind === 'captured').length).toBe(3);
  });
});
