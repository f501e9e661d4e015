import { describe, expect, it } from 'vitest';
import { applyTrigger } from '../../../lib/domain/bot/bot.ts';
import type { BotTrigger } from '../../../lib/domain/bot/lifecycle.ts';
import { progressOf } from '../../../lib/domain/bot/progress.ts';
import { aBot } from '../../lab/builders/records.ts';

const start_ms = Date.parse('2026-03-02T09:00:00.000Z');
const at = (minute: number): Date => new Date(start_ms + minute * 60_000);
const subTypes: Partial<Record<BotTrigger, Parameters<typeof applyTrigger>[2]>> = {
  permission_denied: 'host_denied_permission',
};

/** A bot that was asked to join at minute 0, and what happened to it when. */
const lived = (...life: [number, BotTrigger][]) =>
  life.reduce((bot, [minute, trigger]) => applyTrigger(bot, trigger, subTypes[trigger] ?? null, at(minute)), aBot());
const task = { heard_before_at: at(50).toISOString() };
/** What is known, without what is not. */
const known = (...input: Parameters<typeof progressOf>) => JSON.parse(JSON.stringify(progressOf(...input)));
const iso = (minute: number): string => at(minute).toISOString();

describe('what a capture task knows of those before it', () => {
  it('is nothing when there were none, or none was ever heard of', () => {
    expect(known(lived(), undefined)).toEqual({});
    expect(known(lived(), {})).toEqual({});
  });

  it('is when the bot was asked to join, or was put into the waiting room', () => {
    expect(known(lived(), task)).toEqual({ asked_at: iso(0) });
    expect(known(lived([1, 'put_in_waiting_room']), task)).toEqual({ waiting_since: iso(1) });
  });

  it('is when the bot came in, and until when somebody was at work', () => {
    const bot = lived([1, 'put_in_waiting_room'], [2, 'admitted']);
    expect(known(bot, task)).toEqual({ joined_at: iso(2), alive_until: iso(50) });
    expect(known(bot, {})).toEqual({ joined_at: iso(2) });
  });

  it.each<[string, number, [number, BotTrigger][]]>([
    ['taken up again', 20, [[20, 'resume']]],
    [
      'taken up again before',
      20,
      [
        [20, 'resume'],
        [30, 'breakout_joining'],
        [31, 'breakout_joined'],
      ],
    ],
    [
      'denied instead',
      25,
      [
        [25, 'permission_denied'],
        [30, 'permission_granted'],
      ],
    ],
  ])('is when the last pause was over: %s', (_, minute, rest) => {
    expect(known(lived([1, 'admitted'], [10, 'pause'], ...rest), task)).toMatchObject({ resumed_at: iso(minute) });
  });
});
