import { describe, expect, it } from 'vitest';
import { StaleError } from '../../../lib/domain/errors.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { deduplicationKey, refOf } from '../../../lib/storage/keys.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const key = 'Meeting 42';

/** A bot that was copied back from a restored table, with what became of its lock meanwhile. */
const aRestoredBot = async (lock: 'its own' | 'gone' | 'held by another') => {
  const table = memoryTable(aClock());
  const bots = botRepository(table);
  const bot = aBot({ state: 'joining', deduplication_key: key });
  await bots.create(bot);
  const at = deduplicationKey(bot.project_id, key);
  const other = aBot({ id: 'bot_2', deduplication_key: key });
  if (lock !== 'its own') await table.write({ delete: at });
  if (lock === 'held by another') await bots.create(other);
  const ended = { ...bot, state: 'ended', version: bot.version + 1 } as const;
  const held = lock === 'held by another' ? other.id : undefined;
  return { table, bots, bot, ended, ref: refOf(bot), held, holder: async () => (await table.get(at))?.bot_id };
};

describe.each(['its own', 'gone', 'held by another'] as const)('a bot whose deduplication key is %s', (lock) => {
  it('ends, and leaves to another one what is its', async () => {
    const { bots, bot, ended, ref, held, holder } = await aRestoredBot(lock);
    await bots.save(ended, bot);
    expect(await bots.get(ref)).toEqual(ended);
    expect(await holder()).toBe(held);
  });

  it('can be deleted, which leaves to another one what is its', async () => {
    const { bots, bot, ref, held, holder } = await aRestoredBot(lock);
    await bots.delete(bot);
    expect(await bots.get(ref)).toBeUndefined();
    expect(await holder()).toBe(held);
  });

  it('is written with what belongs together with it, or not at all', async () => {
    const { table, bots, bot, ended, ref } = await aRestoredBot(lock);
    const beside = { pk: 'beside', sk: 'it' };
    await expect(bots.save(ended, bot, [{ check: beside, when: { exists: true } }])).rejects.toThrow();
    expect(await bots.get(ref)).toEqual(bot);
    await bots.save(ended, bot, [{ put: beside, when: { exists: false } }]);
    expect(await table.get(beside)).toEqual(beside);
  });

  it('that has changed meanwhile is neither written nor deleted', async () => {
    const { bots, bot, ended, ref } = await aRestoredBot(lock);
    const changed = { ...bot, version: bot.version + 1 };
    await bots.save(changed, bot);
    await expect(bots.save(ended, bot)).rejects.toThrow(StaleError);
    await expect(bots.delete(bot)).rejects.toThrow(StaleError);
    expect(await bots.get(ref)).toEqual(changed);
  });
});
