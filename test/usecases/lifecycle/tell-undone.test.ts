import { describe, expect, it } from 'vitest';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { UnreadableItemError } from '../../../lib/domain/errors.ts';
import { createDeleteBotData } from '../../../lib/usecases/bots/delete-bot-data.ts';
import { createOutputVideo } from '../../../lib/usecases/bots/output-video.ts';
import { createSendChatMessage } from '../../../lib/usecases/bots/send-chat-message.ts';
import { createTellUndone } from '../../../lib/usecases/lifecycle/tell-undone.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { newestWorker, runToEnd } from '../../lab/worlds/lifecycle/lifecycle-driver.ts';
import { begun, botIn, work } from '../../lab/worlds/lifecycle/lifecycle-steps.ts';
import type { LifecycleWorld } from '../../lab/worlds/lifecycle/lifecycle-world.ts';

const chat = { to: 'everyone' as const, message: 'one' };
const leftBefore = 'a message of the bot did not appear in the chat: the bot left the meeting before';
const lostMidway = expect.stringContaining('while it was being written; it may have been sent all the same');

const onFault = (error: unknown): void => {
  throw error;
};

const warningsOf = (world: LifecycleWorld): readonly string[] => presentBot(botIn(world)).warnings ?? [];

/** Its worker is lost, and nothing is heard of those that are started in its place. */
const loseAll = async (world: LifecycleWorld): Promise<void> => {
  world.kill(newestWorker(world), false);
  await runToEnd(world, 'idle');
};

describe('a message that a bot was to write', () => {
  it('is told as not sent where its worker is lost and no other one comes', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    await createSendChatMessage(world.ports)(ref, chat);
    await loseAll(world);
    expect(botIn(world).state).toBe('fatal_error');
    expect(warningsOf(world)).toEqual([expect.stringContaining(leftBefore)]);
  });

  it('is told as not sent, also as its greeting, where nobody has begun with it', async () => {
    const { world } = await begun({ bot_chat_message: chat });
    await work(world, 'enter');
    await loseAll(world);
    expect(warningsOf(world)).toEqual([expect.stringContaining(leftBefore)]);
  });

  it('is no longer expected where its worker is lost while it writes it', async () => {
    const { world, ref } = await begun({ bot_chat_message: chat });
    await work(world, 'enter');
    const line = createWorkerLine(world.ports, ref, newestWorker(world).order.attempt);
    await line.claim({ number: 0, chat });
    await line.settle({ number: 0, chat }, { state: 'done' });
    await createSendChatMessage(world.ports)(ref, chat);
    await line.claim({ number: 1, chat });
    await loseAll(world);
    expect(warningsOf(world)).toEqual([lostMidway]);
  });

  it.each([[{ state: 'failed', reason: 'the chat is closed' }], [{ state: 'done' }]] as const)(
    'is told once where its bot ended while it was written, and its worker tells then: $state',
    async (outcome) => {
      const { world, ref } = await begun({ bot_chat_message: chat });
      await work(world, 'enter');
      const line = createWorkerLine(world.ports, ref, newestWorker(world).order.attempt);
      await line.claim({ number: 0, chat });
      await loseAll(world);
      await line.settle({ number: 0, chat }, outcome);
      expect(warningsOf(world)).toEqual([lostMidway]);
    },
  );

  it('is told once where it was written, failed, or was told already', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    const line = createWorkerLine(world.ports, ref, newestWorker(world).order.attempt);
    for (const outcome of [{ state: 'done' }, { state: 'failed', reason: 'the chat is closed' }] as const) {
      const number = (await createSendChatMessage(world.ports)(ref, chat)).commands_asked ?? 0;
      await line.claim({ number, chat });
      await line.settle({ number, chat }, outcome);
    }
    await createSendChatMessage(world.ports)(ref, chat);
    const before = botIn(world);
    await loseAll(world);
    const told = [expect.stringContaining('the chat is closed'), expect.stringContaining(leftBefore)];
    expect(warningsOf(world)).toEqual(told);
    await createTellUndone({ ...world.ports, onFault })({ before, after: botIn(world) });
    expect(warningsOf(world)).toEqual(told);
  });

  it('holds up nothing else where its record cannot be read, of which the operator hears', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    await createSendChatMessage(world.ports)(ref, chat);
    const before = botIn(world);
    await loseAll(world);
    const faults: unknown[] = [];
    const command = world.stored.items().find(({ kind }) => kind === 'command');
    if (!command) throw new Error('there is no command');
    await world.stored.write({ put: { ...command, kind_version: 99 } });
    const tell = createTellUndone({ ...world.ports, onFault: (error) => void faults.push(error) });
    await tell({ before, after: botIn(world) });
    expect(faults).toEqual([expect.any(UnreadableItemError)]);
  });

  it('is told of no bot that has never been in a meeting, and of none whose data was deleted meanwhile', async () => {
    const never = await begun({ bot_chat_message: chat });
    await loseAll(never.world);
    expect(warningsOf(never.world)).toEqual([]);
    const { world, ref } = await begun({ bot_chat_message: chat });
    await work(world, 'enter');
    const before = botIn(world);
    await loseAll(world);
    const after = botIn(world);
    await createDeleteBotData(world.ports)(ref);
    await runToEnd(world, 'idle');
    const stored = world.stored.items();
    await createTellUndone({ ...world.ports, onFault })({ before, after });
    expect(world.stored.items()).toEqual(stored);
  });
});

describe('a video that a bot was to play', () => {
  const film = { url: 'https://example.com/film.mp4', loop: false };
  const play = ({ ports }: LifecycleWorld) => createOutputVideo({ ...ports, checkVideo: async () => undefined });

  it('is told as not played where the bot has left before it began, and is asked of nobody any more', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    await play(world)(ref, film);
    const before = botIn(world);
    await loseAll(world);
    expect(warningsOf(world)).toEqual([
      expect.stringContaining(
        'a video that the bot was asked to play could not be shown: the bot left the meeting before',
      ),
    ]);
    expect(botIn(world).output_video).toBeUndefined();
    const told = botIn(world);
    await createTellUndone({ ...world.ports, onFault })({ before, after: told });
    expect(botIn(world)).toEqual(told);
  });

  it('is nothing to be told of where it had begun', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    const { output_video } = await play(world)(ref, { ...film, loop: true });
    await createWorkerLine(world.ports, ref, newestWorker(world).order.attempt).videoStarted(output_video?.id ?? '');
    await loseAll(world);
    expect([warningsOf(world), botIn(world).output_video]).toEqual([[], undefined]);
  });

  it('goes without a word where the data of its bot was deleted meanwhile', async () => {
    const { world, ref } = await begun();
    await work(world, 'enter');
    const { output_video } = await play(world)(ref, film);
    const before = botIn(world);
    await loseAll(world);
    await createDeleteBotData(world.ports)(ref);
    await runToEnd(world, 'idle');
    const deleted = botIn(world);
    if (!output_video) throw new Error('there is no video');
    await world.ports.bots.save({ ...deleted, output_video, version: deleted.version + 1 }, deleted);
    await createTellUndone({ ...world.ports, onFault })({ before, after: { ...deleted, output_video } });
    expect([warningsOf(world), botIn(world).output_video]).toEqual([[], undefined]);
  });
});
