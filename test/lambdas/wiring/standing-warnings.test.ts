import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStandingWarnings } from '../../../lambdas/wiring/standing-warnings.ts';
import { credentialKey } from '../../../lib/storage/keys.ts';
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

it('of a key that cannot be read say so, whether the other one can or not', async () => {
  const stored = memoryTable();
  const warningsAbout = openStandingWarnings(stored);
  const bot = aBot({ transcription_settings: { stt_a: { model: 'nova-3', language: 'en' } } });
  const keys = credentialRepository(stored);
  for (const provider of ['stt_a', 'stt_b'] as const)
    await keys.put(bot.project_id, { provider, sealed: 'sealed', entered_at: new Date(now).toISOString() });
  const update = credentialKey(bot.project_id, 'stt_a');
  await stored.write({ update, set: { kind_version: 99 } });
  expect(await warningsAbout(bot)).toEqual([
    "this project's key for Deepgram cannot be read; until it is entered again, what is said is marked `key_not_readable` in the transcript",
  ]);
  expect(await warningsAbout({ ...bot, transcription_settings: { stt_b: { model: 'gpt-transcribe' } } })).toEqual([]);
});
