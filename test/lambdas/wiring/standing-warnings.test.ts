import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStandingWarnings } from '../../../lambdas/wiring/standing-warnings.ts';
import { credentialRepository } from '../../../lib/storage/secrets/credentials.ts';
import { aBot } from '../../lab/builders/records.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const now = Date.parse('2026-03-02T09:00:00Z');
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

it('of a key count until there is one, which is then not looked up for each who asks', async () => {
  const stored = memoryTable();
  let reads = 0;
  const read = <A extends unknown[], R>(of: (...given: A) => R) => {
    return (...given: A): R => {
      reads += 1;
      return of(...given);
    };
  };
  const warningsAbout = openStandingWarnings({ ...stored, get: read(stored.get), query: read(stored.query) });
  const bot = aBot({ transcription_settings: { stt_a: { model: 'nova-3', language: 'en' } } });
  expect(await warningsAbout(bot)).toEqual([expect.stringContaining('no key for Deepgram')]);
  const keys = credentialRepository(stored);
  await keys.put(bot.project_id, { provider: 'stt_a', sealed: 'sealed', entered_at: new Date(now).toISOString() });
  expect(await warningsAbout(bot)).toEqual([]);
  vi.setSystemTime(now + 10_000);
  expect(await warningsAbout(bot)).toEqual([]);
  const before = reads;
  for (let i = 0; i < 5; i += 1) expect(await warningsAbout(bot)).toEqual([]);
  expect(reads).toBe(before);
  await keys.remove(bot.project_id, 'stt_a');
  vi.setSystemTime(now + 20_000);
  expect(await warningsAbout(bot)).toHaveLength(1);
});
