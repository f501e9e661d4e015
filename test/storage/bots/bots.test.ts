import { expect, it } from 'vitest';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { deduplicationKey, refOf } from '../../../lib/storage/keys.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

it.each([null, 'Meeting 42'])(
  'a bot is created though the answer is lost and its write made again: key %s',
  async (key) => {
    const table = memoryTable(aClock());
    const write: typeof table.write = async (...writes) => {
      await table.write(...writes);
      return table.write(...writes);
    };
    const bot = aBot({ deduplication_key: key });
    await botRepository({ ...table, write }).create(bot);
    expect(await botRepository(table).get(refOf(bot))).toEqual(bot);
    const lock = key === null ? undefined : await table.get(deduplicationKey(bot.project_id, key));
    expect(lock?.bot_id).toBe(key === null ? undefined : bot.id);
  },
);
