import { describe, expect, it } from 'vitest';
import { CaptureNotLaunchedError } from '../../../lib/domain/errors.ts';
import { capturedFolder } from '../../../lib/storage/bots/media-names.ts';
import { refOf } from '../../../lib/storage/keys.ts';
import { createDeleteBotData } from '../../../lib/usecases/bots/delete-bot-data.ts';
import { createAdvanceBot } from '../../../lib/usecases/lifecycle/advance-bot.ts';
import { createOrderSuccessor } from '../../../lib/usecases/lifecycle/order-successor.ts';
import { aSpeechPiece } from '../../lab/builders/speech-piece.ts';
import { newestWorker, runToEnd, settle } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { begun, passTimeUntil, work } from '../../lab/worlds/lifecycle/lifecycle-steps.ts';
import { lifecycleWorld } from '../../lab/worlds/lifecycle/lifecycle-world.ts';

describe('a capture task that has ended', () => {
  it('leaves nothing of a bot whose data was deleted, also when another one had taken its place long before', async () => {
    const world = lifecycleWorld();
    const ref = refOf(await world.create());
    await runToEnd(world, 'working', () => world.workers.length === 1);
    const [first] = world.workers;
    if (!first) throw new Error('no task was started');
    await world.work(first, 'enter');
    world.kill(first, false);
    await runToEnd(world);
    expect(world.workers.length).toBeGreaterThan(1);
    await createDeleteBotData(world.ports)(ref);
    await runToEnd(world);
    await world.media.put(`${capturedFolder(ref)}segments/001-001/000000.m4s`, new Uint8Array(1), 'video/mp4');
    world.unreported.push(first);
    await runToEnd(world);
    expect(await world.media.list('')).toEqual([]);
    expect(world.storedBots()[0]?.state).toBe('data_deleted');
  });

  it('has its speech transcribed, and not what the one that is still there has noted and not yet stored', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    await createOrderSuccessor(world.ports)(ref, 1);
    for (const capture_attempt of [1, 2]) {
      await world.ports.speech.add(aSpeechPiece({ ...ref, piece_id: `of ${capture_attempt}`, capture_attempt }));
    }
    world.kill(newestWorker(world), true);
    await settle(world);
    expect(world.speechQueue.sent).toEqual([{ ...ref, piece_id: 'of 2' }]);
    world.kill(world.workers[0] as never, true);
    await settle(world);
    expect(world.speechQueue.sent.slice(1)).toEqual([{ ...ref, piece_id: 'of 1' }]);
  });

  it('is not the one that finishes the recording, whose number it has as a successor that came in vain', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    await createOrderSuccessor(world.ports)(ref, 1);
    const successor = newestWorker(world);
    await createAdvanceBot(world.ports)(ref, 'meeting_ended', 'ended_by_host');
    world.kill(world.workers[0] as never, true);
    await settle(world);
    expect(newestWorker(world).order).toMatchObject({ attempt: successor.order.attempt, mode: 'finish' });
    const workers = world.workers.length;
    world.kill(successor, true);
    await settle(world);
    expect(world.workers).toHaveLength(workers);
    expect((await world.ports.captureTasks.get(ref))?.stopped_at).toBeUndefined();
  });

  it('is replaced later where nobody can be launched now and somebody is to be in the meeting, and nothing fails', async () => {
    const { world } = await begun();
    world.pace(true);
    world.failToStart(newestWorker(world));
    await settle(world);
    expect(world.workers).toHaveLength(1);
    world.pace(false);
    await passTimeUntil(world, () => world.workers.length === 2);
    expect(newestWorker(world).order).toMatchObject({ attempt: 2, mode: 'capture' });
  });

  it('is replaced later where nobody can be launched now to finish the recording, and nothing fails', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    const [first] = world.workers;
    if (!first) throw new Error('no task was started');
    await createAdvanceBot(world.ports)(ref, 'meeting_ended', 'ended_by_host');
    await settle(world);
    world.refuse('no capacity');
    world.kill(first, true);
    await settle(world);
    world.refuse();
    await passTimeUntil(world, () => world.workers.length === 2);
    expect(newestWorker(world).order).toMatchObject({ attempt: 3, mode: 'finish' });
    await runToEnd(world);
    expect(world.storedBots()[0]).toMatchObject({ state: 'ended', recording: { format: 'mp4' } });
  });

  it('is told again where its bot has failed, and nobody can be launched now', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    const [first] = world.workers;
    if (!first) throw new Error('no task was started');
    await createAdvanceBot(world.ports)(ref, 'failed', 'internal_error');
    world.refuse('no capacity');
    world.kill(first, true);
    await expect(world.reportStopped(first)).rejects.toThrow(CaptureNotLaunchedError);
    world.refuse();
    await settle(world);
    expect(newestWorker(world).order).toMatchObject({ mode: 'finish' });
  });
});

describe('a successor that is refused', () => {
  const warned = async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    world.refuse('no capacity');
    const order = () => createOrderSuccessor(world.ports)(ref, 1);
    return { world, ref, order };
  };

  it('is asked for again while it may still come in time, and then no more: the bot keeps its task', async () => {
    const { world, order } = await warned();
    await expect(order()).rejects.toThrow(CaptureNotLaunchedError);
    world.clock.advance(60);
    await expect(order()).rejects.toThrow(CaptureNotLaunchedError);
    world.clock.advance(121);
    expect(await order()).toEqual({ isRefused: true });
    world.refuse();
    expect(await order()).toEqual({ isRefused: false });
    expect(newestWorker(world).order).toMatchObject({ attempt: 2, mode: 'capture' });
  });

  it('is not told of for ever where ECS took the order and could not start it', async () => {
    const { world, ref, order } = await warned();
    world.refuse();
    await order();
    const unstarted = newestWorker(world);
    world.refuse('no capacity');
    world.failToStart(unstarted);
    await expect(world.reportStopped(unstarted)).rejects.toThrow(CaptureNotLaunchedError);
    world.clock.advance(121);
    await world.reportStopped(unstarted);
    expect(await world.ports.captureTasks.get(ref)).toMatchObject({ attempt: 1, successor_attempt: 3 });
  });
});
