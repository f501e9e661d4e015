import { expect, it } from 'vitest';
import { auditRepository } from '../../lib/storage/audit.ts';
import { auditKey } from '../../lib/storage/keys.ts';
import { aClock } from '../lab/doubles/clock.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';

it('a page of what people did goes on behind an entry at its end that cannot be read', async () => {
  const clock = aClock();
  const table = memoryTable(clock);
  const audit = auditRepository(table);
  for (let n = 0; n < 5; n += 1) {
    const about = `bot_${n}`;
    const at = clock.now().toISOString();
    await audit.add('prj_1', { at, name: 'Maya', role: 'owner', session: 's', act: 'POST /api/v1/bots', about });
    clock.advance(1);
  }
  const [, , , second] = table.items();
  if (!second) throw new Error('nothing is stored');
  await table.write({ update: auditKey('prj_1', second.sk), set: { kind_version: 99 } });
  const unreadable: string[] = [];
  const page = async (before?: string) => {
    const { entries, end } = await audit.list('prj_1', 2, before, ({ message }) => void unreadable.push(message));
    return { about: entries.map((entry) => entry.about), end };
  };
  const first = await page();
  expect(first).toEqual({ about: ['bot_4'], end: second.sk.slice('entry#'.length) });
  const next = await page(first.end);
  expect(next).toEqual({ about: ['bot_2', 'bot_1'], end: expect.any(String) });
  expect(await page(next.end)).toEqual({ about: ['bot_0'], end: undefined });
  expect(unreadable).toEqual([expect.stringContaining(second.sk)]);
});
