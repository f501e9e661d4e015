/** Steps of a life, as tests of single lives take them. */
import { expect } from 'vitest';
import { refOf } from '../../../../lib/storage/keys.ts';
import type { CreateBotInput } from '../../../../lib/usecases/bots/new-bot-input.ts';
import { newestWorker, settle } from './lifecycle-driver.ts';
import { type LifecycleWorld, lifecycleWorld, type Move } from './lifecycle-world.ts';

/** Ten minutes after the worlds begin. */
export const join_at = '2026-03-02T09:10:00.000Z';

/** The one bot of a world. */
export const botIn = (world: LifecycleWorld) => {
  const [bot] = world.storedBots();
  if (!bot) throw new Error('there is no bot');
  return bot;
};
/** The states that it was in, with why it came there. */
export const lifeOf = (world: LifecycleWorld): string[] =>
  botIn(world).events.map(({ state, sub_type }) => (sub_type ? `${state} (${sub_type})` : state));

/** A world whose bot was created and whose execution has come to rest. */
export const begun = async (input: Partial<CreateBotInput> = {}) => {
  const world = lifecycleWorld(input);
  const bot = await world.create();
  await settle(world);
  return { world, ref: refOf(bot) };
};
/** Does the worker's moves one after the other, each followed through. */
export const work = async (world: LifecycleWorld, ...moves: Move[]): Promise<void> => {
  for (const move of moves) {
    await world.work(newestWorker(world), move);
    await settle(world);
  }
};
/** Lets time pass, with nobody working, until something is different. */
export const passTimeUntil = async (world: LifecycleWorld, isSo: () => boolean): Promise<void> => {
  for (let i = 0; i < 2000 && !isSo(); i += 1) {
    if (!world.passTime()) break;
    await settle(world);
  }
  expect(isSo()).toBe(true);
};
