import { describe, expect, it } from 'vitest';
import { speechFile } from '../../../lib/domain/transcription/speech.ts';
import { transcriptWaitSeconds } from '../../../lib/domain/transcription/transcription-times.ts';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createSpeechLine } from '../../../lib/usecases/worker/speech-line.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { aRecording } from '../../lab/builders/records.ts';
import { aSpeechPiece } from '../../lab/builders/speech-piece.ts';
import { countingGate } from '../../lab/doubles/failing-gate.ts';
import { newestWorker, runToEnd, settle } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { lifecycleWorld } from '../../lab/worlds/lifecycle/lifecycle-world.ts';
import { heard, trouble } from '../../lab/worlds/speech-world.ts';
import { addTranscription } from '../../lab/worlds/transcription-world.ts';

/** A bot whose meeting is over and whose recording is finished, with a piece that its worker has not handed on. */
const waiting = async () => {
  const world = lifecycleWorld({ transcription_settings: { custom_async: {} } });
  const bot = await world.create();
  const ref = refOf(bot);
  await settle(world);
  const worker = newestWorker(world);
  await world.work(worker, 'enter');
  await settle(world);
  await world.ports.speech.add(aSpeechPiece(ref));
  await world.work(worker, 'end');
  await settle(world);
  const recording = aRecording();
  await createWorkerLine(world.ports, ref, 1).saveRecording(recording);
  await settle(world);
  const state = () => world.storedBots()[0]?.state;
  const lose = async () => {
    world.kill(newestWorker(world), true);
    await settle(world);
  };
  return { world, ref, state, lose };
};

describe('a worker that is lost while its bot waits for its transcript', () => {
  it('has what it heard sent to be transcribed, and another worker waits in its place', async () => {
    const { world, ref, state, lose } = await waiting();
    expect(world.speechQueue.sent).toEqual([]);
    await lose();
    expect(world.speechQueue.sent).toEqual([{ ...ref, piece_id: aSpeechPiece().piece_id }]);
    expect(state()).toBe('post_processing');
    expect(newestWorker(world).order).toMatchObject({ ...ref, attempt: 2, mode: 'finish' });
  });

  it('is not replaced when there is nothing to wait for', async () => {
    const { world, state, lose } = await waiting();
    await world.ports.speech.settle(
      aSpeechPiece(refOf(world.storedBots()[0] ?? expect.unreachable())),
      undefined,
      new Date(),
    );
    await lose();
    expect(state()).toBe('ended');
    expect(world.workers).toHaveLength(1);
  });

  it('is not replaced when the transcript has been waited for long enough', async () => {
    const { world, state, lose } = await waiting();
    world.clock.advance(transcriptWaitSeconds({ transcription_settings: { custom_async: {} } }, world.ports) + 1);
    await lose();
    expect(state()).toBe('ended');
  });

  it('is replaced until too many are lost; then the bot ends with the recording that it has', async () => {
    const { world, state, lose } = await waiting();
    for (let i = 0; i < 4; i += 1) await lose();
    expect(state()).toBe('ended');
    expect(world.workers).toHaveLength(4);
  });

  it('leaves what a later worker hears to that one', async () => {
    const { world, ref, lose } = await waiting();
    await world.ports.speech.add(aSpeechPiece({ ...ref, piece_id: 'later', capture_attempt: 2 }));
    await lose();
    expect(world.speechQueue.sent).toHaveLength(1);
  });
});

describe('waiting for a transcript', () => {
  it('lasts until it is there, however slow the server was at every attempt but the last', async () => {
    const { world, ref } = await waiting();
    const { transcription_timeout_seconds } = world.ports;
    addTranscription(world, countingGate(), (n) => {
      world.clock.advance(transcription_timeout_seconds);
      if (n === 5) return heard('At last.');
      return trouble('unavailable', 'HTTP_503', { retry_after_seconds: 300 });
    });
    const piece = aSpeechPiece(ref);
    await world.media.put(capturedFolder(ref) + speechFile(piece.piece_id), new Uint8Array(320), 'audio/pcm');
    await createSpeechLine({ ...world.ports, queue: world.speechQueue }, ref, 1).handOn(piece);
    await runToEnd(world);
    const told = world.stored.changes.flatMap(({ new: item }) => {
      if (item?.captured_kind === 'utterances') return JSON.stringify(item.entries).match(/At last\./) ?? [];
      return item?.kind === 'bot' && item.state !== 'post_processing' ? [item.state] : [];
    });
    expect(told.slice(-2)).toEqual(['At last.', 'ended']);
  });

  it('is over when nothing waits any more, when it has taken too long, or when the worker is told to stop', async () => {
    const { world, ref } = await waiting();
    const line = createSpeechLine({ ...world.ports, queue: world.speechQueue }, ref, 1);
    const [soon, never] = [new Date(world.clock.now().getTime() + 60_000), new AbortController().signal];
    expect(await line.transcribed(world.clock.now(), never)).toBe(false);
    expect(await line.transcribed(soon, AbortSignal.abort())).toBe(false);
    const done = line.transcribed(soon, never);
    await world.ports.speech.forget(ref);
    expect(await done).toBe(true);
  });
});
