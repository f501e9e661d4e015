import { describe, expect, it } from 'vitest';
import type { TranscriberAnswer } from '../../../lib/domain/transcription/speech.ts';
import { projectRepository } from '../../../lib/storage/projects.ts';
import { credentialRepository } from '../../../lib/storage/secrets/credentials.ts';
import { createEnterTriedKey } from '../../../lib/usecases/access/provider-credentials.ts';
import { aClock } from '../../lab/doubles/clock.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';

const project_id = 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS';
const done: TranscriberAnswer = { status: 'done', transcript: '', words: [] };
const invalid: TranscriberAnswer = {
  status: 'refused',
  error_code: 'credentials_invalid',
  error_message: 'Deepgram answered 401: it does not take the key of this project',
};

const setUp = async (answer: () => Promise<TranscriberAnswer>) => {
  const table = memoryTable();
  const projects = projectRepository(table);
  await projects.create({ id: project_id, name: 'p', webhook_secret_sealed: 's', created_at: '2026-03-02T09:00:00Z' });
  const asked: string[] = [];
  const credentials = credentialRepository(table);
  const enter = createEnterTriedKey({
    ...{ projects, credentials, clock: aClock(), trial_ms: 20 },
    secretBox: { seal: async (_, secret) => `sealed ${secret}`, open: async (_, sealed) => sealed },
    transcriberOf: () => ({
      transcribe: ({ key }) => {
        asked.push(key);
        return answer();
      },
    }),
  });
  return { asked, enter, kept: async () => (await credentials.get(project_id, 'stt_a'))?.sealed };
};

describe('a key that is entered', () => {
  it('is tried with one real request, and kept', async () => {
    const { asked, enter, kept } = await setUp(async () => done);
    expect(await enter(project_id, 'stt_a', ' a-good-key ')).toMatchObject({ trial: { works: true } });
    expect([asked, await kept()]).toEqual([['a-good-key'], 'sealed a-good-key']);
  });

  it('is not kept when the provider does not take it: the one before goes on', async () => {
    const answers = [done, invalid];
    const { enter, kept } = await setUp(async () => answers.shift() ?? done);
    await enter(project_id, 'stt_a', 'a-good-key');
    await expect(enter(project_id, 'stt_a', 'a-bad-key')).rejects.toMatchObject({
      errors: { key: [invalid.error_message] },
    });
    expect(await kept()).toBe('sealed a-good-key');
  });

  it('is kept when the provider cannot be asked, which is said', async () => {
    const down = { status: 'unavailable', error_code: 'ECONNREFUSED', error_message: 'Deepgram is not there' } as const;
    const { enter, kept } = await setUp(async () => down);
    const { status, ...told } = down;
    expect((await enter(project_id, 'stt_a', 'a-good-key')).trial).toMatchObject({ works: false, ...told });
    expect(await kept()).toBe('sealed a-good-key');
  });

  it('is kept when nobody answers in time', async () => {
    const { enter, kept } = await setUp(() => new Promise(() => undefined));
    const { trial } = await enter(project_id, 'stt_a', 'a-good-key');
    expect(trial).toMatchObject({ works: false, error_message: 'Deepgram did not answer within 0.02 seconds' });
    expect(await kept()).toBe('sealed a-good-key');
  });

  it('is not kept when the trial broke of something else', async () => {
    const { enter, kept } = await setUp(() => Promise.reject(new TypeError('a fault of ours')));
    await expect(enter(project_id, 'stt_a', 'a-good-key')).rejects.toThrow('a fault of ours');
    expect(await kept()).toBeUndefined();
  });

  it('is asked for nowhere when it can be none', async () => {
    const { asked, enter } = await setUp(async () => done);
    await expect(enter(project_id, 'stt_a', 'with a blank')).rejects.toMatchObject({
      errors: { key: expect.anything() },
    });
    expect(asked).toEqual([]);
  });
});
