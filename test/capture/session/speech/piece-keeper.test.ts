import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SpeechSink } from '../../../../lib/capture/session/ports.ts';
import { createPieceKeeper, type PieceKeeper } from '../../../../lib/capture/session/speech/piece-keeper.ts';
import { speechFile } from '../../../../lib/domain/transcription/speech.ts';
import { capturedFolder } from '../../../../lib/storage/bots/media-names.ts';
import { createResendSpeech } from '../../../../lib/usecases/transcription/resend-speech.ts';
import { createSpeechLine } from '../../../../lib/usecases/worker/speech-line.ts';
import { aSpeechPiece } from '../../../lab/builders/speech-piece.ts';
import { heard, speechWorld } from '../../../lab/worlds/speech-world.ts';

const { project_id, bot_id, capture_attempt: _a, failures: _f, not_before: _n, ...piece } = aSpeechPiece();
const ref = { project_id, bot_id };
const pcm = new Uint8Array(320);
const steps = ['note', 'put', 'handOn'] as const;
type Step = (typeof steps)[number];

/** A keeper over a world's stores; `around` each step may fail, or never come back. */
const keeperOf = (
  world: ReturnType<typeof speechWorld>,
  around: (step: Step, take: () => Promise<void>) => Promise<void> = (_, take) => take(),
) => {
  const line = createSpeechLine(world.ports, ref, 1);
  const sink: SpeechSink = {
    note: (given) => around('note', () => line.note(given)),
    handOn: (given) => around('handOn', () => line.handOn(given)),
  };
  const put = (name: string, bytes: Uint8Array, type: string): Promise<void> =>
    around('put', () => world.media.put(capturedFolder(ref) + name, bytes, type));
  const logged: string[] = [];
  const keeper = createPieceKeeper({ store: { put }, sink, log: (message) => logged.push(message) });
  // What is never answered would be tried again for as long as this process lasts.
  onTestFinished(() => void keeper[Symbol.asyncDispose]());
  return { keeper, logged };
};

/** What a flush comes to while so much time passes. */
const flushed = async (keeper: PieceKeeper, timeout_ms: number): Promise<boolean> => {
  const flushing = keeper.flush(timeout_ms);
  await vi.advanceTimersByTimeAsync(timeout_ms);
  return flushing;
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('a piece that is kept', () => {
  it('is noted, stored and handed on, in this order', async () => {
    const world = speechWorld(() => heard('Yes.'));
    const taken: Step[] = [];
    const { keeper } = keeperOf(world, async (step, take) => {
      taken.push(step);
      await take();
    });
    keeper.keep(piece, pcm);
    expect(await flushed(keeper, 5_000)).toBe(true);
    expect(taken).toEqual(steps);
    expect(await world.left()).toMatchObject({
      waiting: 1,
      objects: [capturedFolder(ref) + speechFile(piece.piece_id)],
    });
    await world.work();
    expect(await world.left()).toMatchObject({ utterances: [{ speaker_name: 'Maya' }], waiting: 0, objects: [] });
  });

  it('does not wait for a store that does not answer, however many pieces it has swallowed', async () => {
    const world = speechWorld(() => heard('Yes.'));
    let swallowed = 0;
    const { keeper } = keeperOf(world, (step, take) => {
      if (step !== 'put' || swallowed === 4) return take();
      swallowed += 1;
      return new Promise(() => undefined);
    });
    const pieces = Array.from({ length: 5 }, (_, index) => ({ ...piece, piece_id: `${piece.piece_id}${index}` }));
    for (const one of pieces) keeper.keep(one, pcm);
    expect(await flushed(keeper, 140_000)).toBe(true);
    expect((await world.left()).objects).toHaveLength(5);
  });

  it.each(steps)(
    'is there in the end when "%s" fails at first, before and after it had its effect',
    async (failing) => {
      const world = speechWorld(() => heard('Yes.'));
      let failures = 0;
      const { keeper } = keeperOf(world, async (step, take) => {
        if (step === failing && failures === 1) await take();
        if (step === failing && failures < 2) {
          failures += 1;
          throw new Error('connection lost');
        }
        await take();
      });
      keeper.keep(piece, pcm);
      expect(await flushed(keeper, 5_000)).toBe(true);
      await world.work();
      expect(await world.left()).toMatchObject({ utterances: [{ transcription: { transcript: 'Yes.' } }], waiting: 0 });
    },
  );

  it.each([
    ['before it is noted', 'note', 'before', []],
    [
      'after it is noted',
      'note',
      'after',
      [{ transcript: '', error_code: 'AUDIO_LOST', error_message: expect.any(String) }],
    ],
    [
      'before its sound is stored',
      'put',
      'before',
      [{ transcript: '', error_code: 'AUDIO_LOST', error_message: expect.any(String) }],
    ],
    ['after its sound is stored', 'put', 'after', [{ transcript: 'Yes.' }]],
    ['before it is handed on', 'handOn', 'before', [{ transcript: 'Yes.' }]],
    ['after it is handed on', 'handOn', 'after', [{ transcript: 'Yes.' }]],
  ] as const)('is lost only as far as it was not stored, when its worker is killed %s', async (_, at, when, texts) => {
    const world = speechWorld(() => heard('Yes.'));
    let isDead = false;
    const never = new Promise<never>(() => undefined);
    const { keeper } = keeperOf(world, async (step, take) => {
      if (isDead || (step === at && when === 'before')) return never;
      await take();
      if (step === at) {
        isDead = true;
        return never;
      }
    });
    keeper.keep(piece, pcm);
    expect(await flushed(keeper, 20)).toBe(false);
    // What is done when the end of the worker's task is noticed, twice as it may be.
    const resend = createResendSpeech({ speech: world.ports.speech, speechQueue: world.queue });
    await resend(ref, 1);
    await resend(ref, 1);
    await world.work();
    const { utterances, ...rest } = await world.left();
    expect(utterances.map(({ transcription }) => transcription)).toEqual(texts);
    expect(rest).toEqual({ waiting: 0, objects: [] });
  });
});

describe('a store that does not answer', () => {
  it('holds up nobody, and gets everything once it answers', async () => {
    const world = speechWorld(() => heard('Yes.'));
    const answers = Promise.withResolvers<void>();
    let asked = 0;
    const { keeper } = keeperOf(world, async (step, take) => {
      if (step === 'put') asked += 1;
      await answers.promise;
      await take();
    });
    for (let n = 0; n < 12; n += 1) keeper.keep({ ...piece, piece_id: `piece-${n}` }, pcm);
    expect(await flushed(keeper, 20)).toBe(false);
    answers.resolve();
    expect(await flushed(keeper, 5_000)).toBe(true);
    expect(asked).toBe(12);
  });

  it('costs what does not fit into memory, and the log says so', async () => {
    const { keeper, logged } = keeperOf(
      speechWorld(() => heard('Yes.')),
      () => new Promise(() => undefined),
    );
    const large = new Uint8Array(1024 * 1024);
    for (let n = 0; n < 33; n += 1) keeper.keep({ ...piece, piece_id: `piece-${n}` }, large);
    expect(logged).toEqual(['the store is too slow: a piece of speech was dropped']);
    const closed = keeper[Symbol.asyncDispose]();
    await vi.advanceTimersByTimeAsync(250);
    await closed;
  });
});
