import { describe, expect, it } from 'vitest';
import type { Bot } from '../../../lib/domain/bot/bot.ts';
import { NotFoundError } from '../../../lib/domain/errors.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createWatchBot } from '../../../lib/usecases/bots/watch-bot.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryMediaStore } from '../../lab/doubles/memory-media-store.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const start = '2026-03-02T09:00:00.000Z';

const watching = async (details: Partial<Bot> = {}) => {
  const clock = aClock(start);
  const media = memoryMediaStore();
  const bots = botRepository(memoryTable());
  const bot = aBot({ state: 'joined_recording', ...details });
  const ref = { project_id: bot.project_id, bot_id: bot.id };
  await bots.create(bot);
  const watch = createWatchBot({ bots, media, clock });
  return {
    ...{ clock, ref },
    watch: () => watch(ref),
    elsewhere: () => watch({ ...ref, project_id: 'prj_00000000000000000000000000' }),
    stored: () => bots.get(ref),
    /** What its worker does. */
    take: (jpeg: string) =>
      media.put(
        `${bot.project_id}/${bot.id}/live/picture.json`,
        Buffer.from(JSON.stringify({ taken_at: clock.now().toISOString(), jpeg })),
        'application/json',
      ),
  };
};

describe('looking at a bot', () => {
  it('has its worker make pictures for as long as somebody looks, at the cost of a write in ten seconds', async () => {
    const { clock, watch, stored } = await watching();
    expect(await watch()).toEqual({ picture: null });
    expect(await stored()).toMatchObject({ watched_until: '2026-03-02T09:00:20.000Z', version: 2 });
    clock.advance(9);
    await watch();
    expect(await stored()).toMatchObject({ version: 2 });
    clock.advance(1);
    await watch();
    expect(await stored()).toMatchObject({ watched_until: '2026-03-02T09:00:30.000Z', version: 3 });
  });

  it('shows the newest picture, and how old it is', async () => {
    const { clock, take, watch } = await watching();
    await take('AAAA');
    clock.advance(0.8);
    expect(await watch()).toEqual({ picture: { jpeg: 'AAAA', age_ms: 800 } });
    clock.advance(10);
    expect(await watch()).toEqual({ picture: null });
  });

  it.each(['joined_recording_paused', 'joined_recording_permission_denied', 'post_processing', 'ended'] as const)(
    'shows nothing of what a worker left that is gone, or that nobody may see: %s',
    async (state) => {
      const { take, watch } = await watching({ state });
      await take('AAAA');
      expect(await watch()).toEqual({ picture: null });
    },
  );

  it('changes nothing of a bot that is over', async () => {
    const { watch, stored } = await watching({ state: 'ended' });
    await watch();
    expect(await stored()).not.toHaveProperty('watched_until');
  });

  it("knows nothing of another project's", async () => {
    const { elsewhere } = await watching();
    await expect(elsewhere()).rejects.toBeInstanceOf(NotFoundError);
  });
});
