import { describe, expect, it } from 'vitest';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { createMoveBot } from '../../../lib/usecases/lifecycle/move-bot.ts';
import { createOrderSuccessor } from '../../../lib/usecases/lifecycle/order-successor.ts';
import { createSuccession } from '../../../lib/usecases/worker/succession.ts';
import { begun, work } from '../../lab/worlds/lifecycle/lifecycle-steps.ts';

/** A bot in its meeting that is moved; `meanwhile` happens in every second that is waited for it. */
const moved = async (meanwhile: (seconds: number) => Promise<unknown>, isThere = true) => {
  const { world, ref } = await begun();
  await work(world, 'enter');
  const warned: string[] = [];
  let seconds = 0;
  const moveBot = createMoveBot({
    ...world.ports,
    captureTasks: captureTaskRepository(world.stored),
    async warnTask(id) {
      warned.push(id);
      if (isThere) await createOrderSuccessor(world.ports)(ref, 1);
      return isThere;
    },
    async pause() {
      world.clock.advance(1);
      seconds += 1;
      await meanwhile(seconds);
    },
  });
  return { world, ref, warned, moveBot, takeOver: () => createSuccession(world.ports, ref, 2).takeOver() };
};

describe('moving a bot', () => {
  it('has its task told that it will end, and waits until another one has the bot', async () => {
    const { world, ref, warned, moveBot, takeOver } = await moved((seconds) =>
      seconds === 40 ? takeOver() : Promise.resolve(),
    );
    const began = world.clock.now().getTime();
    expect(await moveBot(ref)).toBe('moved');
    expect(warned).toEqual([world.workers[0]?.id]);
    expect((world.clock.now().getTime() - began) / 1000).toBe(40);
  });

  it('moves one that is on its way from one room to another', async () => {
    const { world, ref, moveBot, takeOver } = await moved(() => takeOver());
    await work(world, 'move');
    expect(await moveBot(ref)).toBe('moved');
  });

  it('does not wait for ever', async () => {
    const { ref, moveBot } = await moved(async () => undefined);
    expect(await moveBot(ref)).toBe('not_yet');
  });

  it('is refused for one whose worker is gone, that is not in a meeting, or that is not there', async () => {
    const { ref, moveBot } = await moved(async () => undefined, false);
    expect(await moveBot(ref)).toBe('not_movable');
    const { world, ref: early } = await begun();
    const moveAny = createMoveBot({ ...world.ports, warnTask: async () => true, pause: async () => undefined });
    expect(await moveAny(early)).toBe('not_movable');
    expect(await moveAny({ ...early, bot_id: 'bot_none' })).toBe('no_bot');
  });
});
