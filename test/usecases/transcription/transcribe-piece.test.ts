import { describe, expect, it } from 'vitest';
import type { TranscriberAnswer } from '../../../lib/domain/transcription/speech.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import { createGetTranscript } from '../../../lib/usecases/captured/get-transcript.ts';
import { createProviderKeys } from '../../../lib/usecases/transcription/provider-keys.ts';
import { aBot } from '../../lab/builders/records.ts';
import { aSpeechPiece } from '../../lab/builders/speech-piece.ts';
import { allReadable } from '../../lab/doubles/all-readable.ts';
import { countingGate, failingGate } from '../../lab/doubles/failing-gate.ts';
import { heard, type SpeechWorld, speechWorld, trouble } from '../../lab/worlds/speech-world.ts';

const utterance = {
  speaker_name: 'Maya',
  speaker_uuid: 'p-1',
  speaker_user_uuid: null,
  speaker_is_host: true,
  timestamp_ms: 1_772_442_000_000,
  duration_ms: 1800,
  transcription: { transcript: 'Good morning.' },
};
const waitsOf = (asked: readonly { readonly at: Date }[]): number[] =>
  asked.slice(1).map(({ at }, i) => (at.getTime() - (asked[i]?.at.getTime() ?? 0)) / 1000);

describe('a piece of speech', () => {
  it('becomes an utterance of its speaker, and its sound is removed', async () => {
    const world = speechWorld(() => ({ ...heard('Good morning.'), words: [{ word: 'Good', start: 0.2, end: 0.5 }] }));
    await world.say();
    // What was said took 1.8 s, and is transcribed 0.7 s later.
    world.clock.advance(2.5);
    expect(await world.work()).toEqual([{ outcome: 'transcribed', attempt: 1, delay_ms: 700 }]);
    expect(world.asked).toMatchObject([
      { pcm: new Uint8Array(320), sample_rate: 16_000, parameters: { language: 'de' } },
    ]);
    const words = [{ word: 'Good', start: 0.2, end: 0.5 }];
    expect(await world.left()).toEqual({
      utterances: [{ ...utterance, transcription: { transcript: 'Good morning.', words } }],
      waiting: 0,
      objects: [],
    });
  });

  it('is sent to the provider that it was said for', async () => {
    const world = speechWorld(() => heard('Yes.'));
    await world.say(aSpeechPiece({ piece_id: 'a' }));
    await world.say(aSpeechPiece({ piece_id: 'b', provider: 'stt_a', parameters: { model: 'nova-3' } }));
    await world.work();
    expect(world.asked).toMatchObject([
      { provider: 'custom_async', parameters: { language: 'de' } },
      { provider: 'stt_a', parameters: { model: 'nova-3' } },
    ]);
  });

  it('takes its place in the transcript by when it was said, whatever was answered first; `updated_after` goes by when it was stored', async () => {
    const world = speechWorld((n) => (n === 1 ? trouble('unavailable', 'TIMEOUT') : heard(`Answer ${n}.`)));
    const bots = botRepository(world.stored);
    const { project_id, bot_id: id, timestamp_ms } = aSpeechPiece();
    await bots.create(aBot({ project_id, id, state: 'joined_recording' }));
    await world.say(aSpeechPiece({ piece_id: 'a' }));
    await world.say(aSpeechPiece({ piece_id: 'b', timestamp_ms: timestamp_ms + 5000 }));
    const start = world.clock.now();
    await world.work();
    const read = createGetTranscript({ ...allReadable, bots, captured: capturedRepository(world.stored) });
    const texts = async (updatedAfter?: Date) =>
      (await read(aSpeechPiece(), updatedAfter)).map(({ transcription }) => transcription.transcript);
    expect(await texts()).toEqual(['Answer 3.', 'Answer 2.']);
    expect(await texts(new Date(start.getTime() + 1000))).toEqual(['Answer 3.']);
  });

  it('leaves nothing when the server heard nothing', async () => {
    const world = speechWorld(() => heard(' '));
    await world.say();
    expect(await world.work()).toEqual([{ outcome: 'silent', attempt: 1 }]);
    expect(await world.left()).toEqual({ utterances: [], waiting: 0, objects: [] });
  });

  it('is stored once, and its sound removed, however often its message comes', async () => {
    const world = speechWorld((n) => heard(`Take ${n}.`));
    await world.say();
    await world.say();
    const [first, second] = world.queue.takeDue() as [never, never];
    // Both are asked before either is stored.
    const outcomes = await Promise.all([world.transcribe(first), world.transcribe(second)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['over', 'transcribed']);
    expect(await world.transcribe(first)).toEqual({ outcome: 'over' });
    expect(await world.left()).toMatchObject({ utterances: [{}], waiting: 0, objects: [] });
  });
});

describe('an attempt that fails', () => {
  it.each([
    ['is in trouble', 'unavailable', [2, 10, 60, 180]],
    ['answers that it could not', 'failed', [2, 10]],
    ['refuses the request', 'refused', []],
  ] as const)(
    'is made again while the server %s, and then given up with a mark in the transcript',
    async (_, status, waits) => {
      const world = speechWorld(() => trouble(status, 'WHY'));
      await world.say();
      const outcomes = await world.work();
      expect(waitsOf(world.asked)).toEqual(waits);
      const reason = { error_code: 'WHY', error_message: 'WHY, in words' };
      expect(outcomes.at(-1)).toEqual({ outcome: 'failed', attempt: waits.length + 1, ...reason });
      expect(await world.left()).toEqual({
        utterances: [{ ...utterance, transcription: { transcript: '', ...reason } }],
        waiting: 0,
        objects: [],
      });
    },
  );

  it('is not even made without a key: nobody else is asked, and the transcript says what to do', async () => {
    const credentials = { get: async () => undefined };
    const keyOf = createProviderKeys({
      ...{ credentials, secretBox: { open: async (_, sealed) => sealed } },
      onUnreadable: () => expect.unreachable(),
    });
    const world = speechWorld(() => heard('Yes.'), undefined, keyOf);
    await world.say(aSpeechPiece({ provider: 'stt_b' }));
    await world.work();
    expect(world.asked).toEqual([]);
    expect((await world.left()).utterances.map(({ transcription }) => transcription)).toEqual([
      {
        transcript: '',
        error_code: 'credentials_not_found',
        error_message: expect.stringContaining('credentials set openai'),
      },
    ]);
  });

  it('is made again when the server asks for it, but not kept waiting for hours', async () => {
    const world = speechWorld((n) =>
      n < 3 ? trouble('unavailable', 'HTTP_503', { retry_after_seconds: n === 1 ? 60 : 7200 }) : heard('Yes.'),
    );
    await world.say();
    await world.work();
    expect(waitsOf(world.asked)).toEqual([60, 300]);
    expect((await world.left()).utterances).toMatchObject([{ transcription: { transcript: 'Yes.' } }]);
  });

  it('keeps what other pieces brought', async () => {
    const world = speechWorld((_, { sample_rate }) =>
      sample_rate === 16_000 ? heard('Yes.') : trouble('refused', 'HTTP_400'),
    );
    await world.say();
    await world.say(aSpeechPiece({ piece_id: '01KJNWKZ00ABCDEFGHJKMNPQRT', sample_rate: 32_000 }));
    await world.work();
    expect((await world.left()).utterances.map(({ transcription }) => transcription)).toEqual([
      { transcript: 'Yes.' },
      { transcript: '', error_code: 'HTTP_400', error_message: 'HTTP_400, in words' },
    ]);
  });

  it('is not made before its time, when its message comes early', async () => {
    const world = speechWorld((n) => (n === 1 ? trouble('unavailable', 'TIMEOUT') : heard('Yes.')));
    await world.say();
    const [message] = world.queue.takeDue() as [never];
    await world.transcribe(message);
    expect(await world.transcribe(message)).toEqual({ outcome: 'early' });
    await world.work();
    expect((await world.left()).utterances).toHaveLength(1);
  });
});

describe('a piece whose bot’s data is deleted', () => {
  it('leaves nothing, also while the server is at work on it', async () => {
    const world: SpeechWorld = speechWorld(async () => {
      await speechRepository(world.stored).forget(aSpeechPiece());
      return heard('Secret.');
    });
    await world.say();
    expect(await world.work()).toEqual([{ outcome: 'over' }]);
    expect(await world.left()).toEqual({ utterances: [], waiting: 0, objects: [] });
  });

  it('is marked when its sound was never stored', async () => {
    const world = speechWorld(() => heard('Never asked.'));
    await world.say();
    await world.media.deleteAll('');
    expect(await world.work()).toMatchObject([{ outcome: 'failed', attempt: 1, error_code: 'AUDIO_LOST' }]);
    expect(world.asked).toEqual([]);
  });
});

describe('when a call of a port fails, before or after it had its effect', () => {
  const answers: Record<string, (n: number) => TranscriberAnswer> = {
    'transcribed at once': () => heard('Yes.'),
    'transcribed at the second attempt': (n) => (n === 1 ? trouble('unavailable', 'TIMEOUT') : heard('Yes.')),
    silent: () => heard(''),
    'given up': () => trouble('failed', 'WHY'),
  };

  it.each(Object.keys(answers))('a piece that is %s ends as it would have', async (name) => {
    const answer = answers[name] ?? expect.unreachable();
    const counting = countingGate();
    const undisturbed = speechWorld(answer, counting);
    await undisturbed.say();
    await undisturbed.work();
    const end = await undisturbed.left();
    expect(counting.calls.length).toBeGreaterThan(3);
    for (const when of ['before', 'after'] as const) {
      for (const n of counting.calls.keys()) {
        const gate = failingGate(n, when);
        const world = speechWorld((asked) => answer(asked), gate);
        await world.say();
        await world.work();
        expect(gate.hasFailed()).toBe(true);
        const { utterances, ...rest } = await world.left();
        // A second question may be answered otherwise; it is stored once all the same.
        expect({ ...rest, utterances: utterances.length }, `${when} ${counting.calls[n]}`).toEqual({
          ...end,
          utterances: end.utterances.length,
        });
      }
    }
  });
});
