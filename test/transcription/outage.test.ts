/** What becomes of speech while a hosted provider is in trouble: the real transcribers, in a world whose clock the test moves. */
import { describe, expect, it, vi } from 'vitest';
import { hostedProvidersOf } from '../../lib/domain/transcription/hosted-providers.ts';
import type { SpeechProviderName } from '../../lib/domain/transcription/provider-names.ts';
import { openTranscribers } from '../../lib/transcription/open-transcribers.ts';
import { aSttA } from '../facsimiles/stt-a/stt-a.ts';
import { failures } from '../facsimiles/stt-b/errors.ts';
import { aSttB } from '../facsimiles/stt-b/stt-b.ts';
import type { WebServer } from '../facsimiles/web.ts';
import { aSpeechPiece } from '../lab/builders/speech-piece.ts';
import { settingsOf, theMeans } from '../lab/builders/transcription.ts';
import { speechWorld } from '../lab/worlds/speech-world.ts';

const threeMinutesMs = 180_000;
const parameters = { stt_a: settingsOf('stt_a'), stt_b: settingsOf('stt_b', { model: 'gpt-transcribe' }) };

/** Speech for a provider, sent to it by the transcriber that installations have. */
const talkingTo = (
  provider: 'stt_a' | 'stt_b',
  server: WebServer,
  isDown: (now_ms: number) => boolean,
  key?: string,
) => {
  const hosted = hostedProvidersOf((setting) => (setting.endsWith('url') ? server.url : true));
  const transcriberOf = openTranscribers(theMeans({ hosted }));
  const start_ms = Date.parse(aSpeechPiece().not_before);
  const world = speechWorld(
    (_, sound) => {
      if (isDown(world.clock.now().getTime() - start_ms)) server.fail('cut');
      return transcriberOf(provider satisfies SpeechProviderName).transcribe(sound);
    },
    undefined,
    async () => key ?? `key-of-${provider.replace('_', '-')}`,
  );
  const say = (n: number) => {
    const timestamp_ms = aSpeechPiece().timestamp_ms + n * 2_000;
    return world.say(
      aSpeechPiece({
        piece_id: `piece-${String(n).padStart(2, '0')}`,
        provider,
        parameters: parameters[provider],
        timestamp_ms,
      }),
    );
  };
  return { world, say };
};

describe('a provider that is down for three minutes', () => {
  it.each(['stt_a', 'stt_b'] as const)('costs nobody their words, nor their order: %s', async (provider) => {
    await using server = await (provider === 'stt_a' ? aSttA() : aSttB());
    const { world, say } = talkingTo(provider, server, (now_ms) => now_ms < threeMinutesMs);
    for (let n = 0; n < 20; n += 1) await say(n);
    const outcomes = await world.work();
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    const { utterances, ...rest } = await world.left();
    expect(rest).toEqual({ waiting: 0, objects: [] });
    expect(utterances.map(({ timestamp_ms }) => timestamp_ms)).toEqual(
      Array.from({ length: 20 }, (_, n) => aSpeechPiece().timestamp_ms + n * 2_000),
    );
    expect(new Set(utterances.map(({ transcription }) => transcription.transcript))).toEqual(
      new Set(['Good morning.']),
    );
  });
});

describe('a provider whose account has run out of credit', () => {
  it('is asked once for each piece, and the transcript says why, with the id of the request', async () => {
    await using server = await aSttB();
    const { world, say } = talkingTo('stt_b', server, () => false);
    const failure = failures.quotaExhausted();
    server.fail(failure);
    await say(0);
    await say(1);
    await world.work();
    expect(server.asked).toHaveLength(2);
    expect((await world.left()).utterances.map(({ transcription }) => transcription)).toEqual([
      {
        transcript: '',
        error_code: 'quota_exhausted',
        error_message: expect.stringContaining(failure.headers?.['x-request-id'] ?? 'no id'),
      },
      { transcript: 'Good morning.', languages: ['en'] },
    ]);
  });
});

describe('a provider that is asked too often', () => {
  it('is asked again when it says so', async () => {
    await using server = await aSttB();
    const { world, say } = talkingTo('stt_b', server, () => false);
    server.fail(failures.rateLimited(45));
    await say(0);
    await world.work();
    const [first, second] = world.asked.map(({ at }) => at.getTime());
    expect((second ?? 0) - (first ?? 0)).toBe(45_000);
  });
});

describe('a key', () => {
  it('counts as it is when speech is sent: entered meanwhile, it is used at the next attempt', async () => {
    await using server = await aSttA();
    const keys = ['wrong-key', 'key-of-stt-a'];
    const world = speechWorld(
      (_, sound) =>
        openTranscribers(
          theMeans({ hosted: { ...theMeans().hosted, stt_a: { url: server.url, eu_url: '', mip_opt_out: true } } }),
        )('stt_a').transcribe(sound),
      undefined,
      async () => keys.shift() ?? '',
    );
    await world.say(aSpeechPiece({ piece_id: 'a', provider: 'stt_a', parameters: parameters.stt_a }));
    await world.say(aSpeechPiece({ piece_id: 'b', provider: 'stt_a', parameters: parameters.stt_a }));
    await world.work();
    expect((await world.left()).utterances.map(({ transcription }) => transcription.error_code)).toEqual([
      'credentials_invalid',
      undefined,
    ]);
  });

  it('is in nothing that is logged, told or kept, whatever the provider says of it', async () => {
    await using server = await aSttA();
    const secret = '5f0c2a8e4b1d4c579a3e6d2f8b7c1e90aa11bb22';
    const echo = { err_code: `KEY ${secret}`, err_msg: `Bad header Token ${secret}`, request_id: secret };
    const written = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'));
    const { world, say } = talkingTo('stt_a', server, () => false, secret);
    server.fail({ status: 400, body: echo }, { status: 403, body: echo }, { status: 402, body: echo }, 'cut');
    for (let n = 0; n < 5; n += 1) await say(n);
    const outcomes = await world.work();
    const { utterances } = await world.left();
    // What becomes of each piece is what the function that sends it logs.
    const told = JSON.stringify([outcomes, utterances, written.map(({ mock }) => mock.calls)]);
    vi.restoreAllMocks();
    expect(server.asked.every(({ headers }) => headers.authorization === `Token ${secret}`)).toBe(true);
    expect(utterances.map(({ transcription }) => transcription.error_code)).toHaveLength(5);
    for (let at = 0; at + 6 <= secret.length; at += 1) expect(told).not.toContain(secret.slice(at, at + 6));
  });
});
