import { describe, expect, it } from 'vitest';
import { applyTrigger } from '../../../lib/domain/bot/bot.ts';
import { type BotTrigger, mostEvents } from '../../../lib/domain/bot/lifecycle.ts';
import { ordersOf } from '../../../lib/domain/bot/orders.ts';
import { aBot, aBotEvent } from '../../lab/builders/records.ts';

describe('that a bot only goes on to its end', () => {
  it.each([
    [mostEvents - 1, undefined],
    [mostEvents, true],
  ])('is known to its worker after so many events: %i', (length, is) => {
    expect(ordersOf(aBot({ events: Array.from({ length }, () => aBotEvent()) })).goes_to_its_end).toBe(is);
  });
});

describe('where a bot is, as its worker hears it', () => {
  it.each<[string, boolean, BotTrigger[]]>([
    ['on the way into a breakout room', false, ['breakout_joining']],
    ['in a breakout room', true, ['breakout_joining', 'breakout_joined']],
    ['on the way back', true, ['breakout_joining', 'breakout_joined', 'breakout_leaving']],
    ['back', false, ['breakout_joining', 'breakout_joined', 'breakout_leaving', 'breakout_left']],
  ])('is the room that it was told to be in: %s', (_, isInRoom, life) => {
    const at = new Date('2026-03-02T09:00:00.000Z');
    const bot = life.reduce(
      (one, trigger) => applyTrigger(one, trigger, null, at),
      aBot({ state: 'joined_recording' }),
    );
    expect(ordersOf(bot).is_in_breakout_room).toBe(isInRoom || undefined);
  });
});
