import { describe, expect, it } from 'vitest';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createDeleteBot } from '../../../lib/usecases/bots/delete-bot.ts';
import { createAdvanceBot } from '../../../lib/usecases/lifecycle/advance-bot.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const aBotThatIs = async (state: 'scheduled' | 'joining') => {
  const clock = aClock();
  const bots = botRepository(memoryTable(clock));
  const bot = aBot({ state });
  await bots.create(bot);
  return { bots, bot, ref: refOf(bot), remove: createDeleteBot({ bots }), advance: createAdvanceBot({ bots, clock }) };
};

describe('deleting a bot', () => {
  it('leaves nothing of it', async () => {
    const { remove, ref, bots } = await aBotThatIs('scheduled');
    await remove(ref);
    expect(await bots.get(ref)).toBeUndefined();
    await expect(remove(ref)).rejects.toThrow('no such bot');
  });

  it('is possible only while it is scheduled', async () => {
    const { remove, ref, bot, bots } = await aBotThatIs('joining');
    await expect(remove(ref)).rejects.toThrow('cannot delete: the bot is joining');
    expect(await bots.get(ref)).toEqual(bot);
  });

  it('and staging at the same time: exactly one of them happens', async () => {
    for (let i = 0; i < 20; i += 1) {
      const { remove, advance, ref, bots } = await aBotThatIs('scheduled');
      const both = [() => remove(ref), () => advance(ref, 'stage_due')];
      const results = await Promise.allSettled((i % 2 ? both : both.reverse()).map((act) => act()));
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1);
      expect((await bots.get(ref))?.state).toBe(results[i % 2 ? 0 : 1]?.status === 'fulfilled' ? undefined : 'staged');
    }
  });

  it('of another project is as if it were not there', async () => {
    const { remove, bot, ref, bots } = await aBotThatIs('scheduled');
    await expect(remove({ ...ref, project_id: 'prj_2' })).rejects.toThrow('no such bot');
    expect(await bots.get(ref)).toEqual(bot);
  });
});
