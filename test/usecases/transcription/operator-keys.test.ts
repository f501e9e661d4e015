import { describe, expect, it } from 'vitest';
import { BrokenSealError, UnreadableItemError } from '../../../lib/domain/errors.ts';
import { createBotWarnings } from '../../../lib/usecases/bots/bot-warnings.ts';
import { createOperatorKeys } from '../../../lib/usecases/transcription/operator-keys.ts';
import { createProviderKeys } from '../../../lib/usecases/transcription/provider-keys.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aClock } from '../../lab/doubles/clock.ts';

const project = 'prj_1';

/** An operator with a secret for `stt_a`, and a project with a key of its own where one is given. */
const anOperator = (secret: () => string, own?: string | Error) => {
  const clock = aClock();
  const asked: string[] = [];
  const logged: string[] = [];
  const operatorKeyOf = createOperatorKeys({
    keySecrets: { stt_a: 'bots/deepgram' },
    async readSecret(name) {
      asked.push(name);
      return secret();
    },
    clock,
    log: (message, error) => void logged.push(`${message}: ${error}`),
  });
  const credential = { provider: 'stt_a', sealed: 'sealed', entered_at: '2026-03-02T09:00:00.000Z' } as const;
  const keyOf = createProviderKeys({
    credentials: { get: async () => (own === undefined ? undefined : credential) },
    secretBox: {
      async open() {
        if (own instanceof Error) throw own;
        return own ?? '';
      },
    },
    operatorKeyOf,
    onUnreadable: ({ message }) => void logged.push(message),
  });
  return { clock, asked, logged, keyOf };
};

describe("the operator's key for a provider", () => {
  it('is for projects that have none of their own', async () => {
    expect(await anOperator(() => 'of-all').keyOf(project, 'stt_a')).toBe('of-all');
    const { asked, keyOf } = anOperator(() => 'of-all', 'our-own');
    expect([await keyOf(project, 'stt_a'), asked]).toEqual(['our-own', []]);
  });

  it.each([' of-all\n', '{"key":"of-all"}', '{ "maker": "Deepgram", "key": "of-all" }\n'])(
    'may stand in its secret as %j',
    async (text) => {
      expect(await anOperator(() => text).keyOf(project, 'stt_a')).toBe('of-all');
    },
  );

  it('is read once in five minutes, so a new one counts by then', async () => {
    let secret = 'old';
    const { asked, clock, keyOf } = anOperator(() => secret);
    await keyOf(project, 'stt_a');
    secret = 'new';
    clock.advance(299);
    expect(await keyOf(project, 'stt_a')).toBe('old');
    clock.advance(1);
    expect(await keyOf(project, 'stt_a')).toBe('new');
    expect(asked).toEqual(['bots/deepgram', 'bots/deepgram']);
  });

  it('that cannot be read is asked for again, and no message holds any of it', async () => {
    let secret = '{"key": s3cret}';
    const { logged, keyOf } = anOperator(() => secret);
    const answer = await keyOf(project, 'stt_a');
    expect(answer).toMatchObject({ status: 'unavailable', error_code: 'key_not_readable' });
    expect(logged).toEqual([expect.stringContaining('the secret bots/deepgram could not be read')]);
    expect(JSON.stringify([answer, logged])).not.toContain('s3cret');
    secret = 'of-all';
    expect(await keyOf(project, 'stt_a')).toBe('of-all');
  });

  it('is for no other provider', async () => {
    const { keyOf } = anOperator(() => 'of-all');
    expect(await keyOf(project, 'stt_b')).toMatchObject({ error_code: 'credentials_not_found' });
  });

  it('does not take the place of a key of their own that does not open: that is said, and it is asked for again', async () => {
    const { asked, logged, keyOf } = anOperator(() => 'of-all', new BrokenSealError());
    expect(await keyOf(project, 'stt_a')).toEqual({
      status: 'unavailable',
      error_code: 'key_not_readable',
      error_message: expect.stringContaining("this project's key for Deepgram is stored, but cannot be read: enter it"),
    });
    expect(asked).toEqual([]);
    expect(logged).toEqual([
      expect.stringMatching(/^the item .*prj_1.*credential#stt_a cannot be read: what is sealed does not open: /),
    ]);
  });

  it('does not take the place of one that cannot be opened now: what is said waits', async () => {
    const { asked, logged, keyOf } = anOperator(() => 'of-all', new Error('KMS is away'));
    await expect(keyOf(project, 'stt_a')).rejects.toThrow('KMS is away');
    expect([asked, logged]).toEqual([[], []]);
  });

  it('saves clients the warning that their project has none', async () => {
    const credentials = { get: async () => undefined };
    const bot = aBot({ transcription_settings: { stt_a: { model: 'nova-3', language: 'en' } } });
    expect(await createBotWarnings({ credentials })(bot)).toHaveLength(1);
    expect(await createBotWarnings({ credentials, keySecrets: { stt_a: 'bots/deepgram' } })(bot)).toEqual([]);
    const get = () => Promise.reject(new UnreadableItemError('an item', 'it is of a later version'));
    const warnings = createBotWarnings({ credentials: { get }, keySecrets: { stt_a: 'bots/deepgram' } })(bot);
    expect(await warnings).toEqual([expect.stringContaining("this project's key for Deepgram cannot be read")]);
  });
});
