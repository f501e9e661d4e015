import { describe, expect, it } from 'vitest';
import { messagesOf, type Presence, sentencesOf } from '../../../lib/demo/grand/truth.ts';
import type { ScriptEvent } from '../../../lib/demo-room/scripted/stage.ts';

const bot = 'Minutes Bot';
const said = (who: string, from_ms: number, duration_ms = 2_000): ScriptEvent => ({
  type: 'say',
  who,
  text: `${who} at ${from_ms}`,
  timestamp_ms: from_ms,
  duration_ms,
});
const wrote = (who: string, timestamp_ms: number, text: string, to = 'everyone'): ScriptEvent => ({
  type: 'chat',
  ...{ who, timestamp_ms, text, to },
});

const verdicts = (events: readonly ScriptEvent[], stretches: readonly [number, number][]) => {
  const recorded = stretches.map(([from_ms, until_ms]) => ({ from_ms, until_ms }));
  return sentencesOf(events, { recorded, allowed: recorded }, bot).map(({ text, isDue, isAllowed }) => ({
    text,
    isDue,
    isAllowed,
  }));
};

describe('what a transcript should hold', () => {
  it('is what was said and over while the bot recorded', () => {
    expect(verdicts([said('Ann', 1_000)], [[0, 10_000]])).toEqual([
      { text: 'Ann at 1000', isDue: true, isAllowed: true },
    ]);
  });

  it('may be what was said in part while the bot recorded', () => {
    expect(verdicts([said('Ann', 1_000), said('Ben', 9_000)], [[2_000, 10_000]])).toEqual([
      { text: 'Ann at 1000', isDue: false, isAllowed: true },
      { text: 'Ben at 9000', isDue: false, isAllowed: true },
    ]);
  });

  it('is nothing that was said in a pause', () => {
    const [sentence] = verdicts(
      [said('Ann', 5_000)],
      [
        [0, 4_000],
        [9_000, 20_000],
      ],
    );
    expect(sentence).toEqual({ text: 'Ann at 5000', isDue: false, isAllowed: false });
  });

  it('is, while people are apart, what was said where the bot was, and may be what was begun before', () => {
    const events: ScriptEvent[] = [
      said('Ben', 9_000),
      { type: 'open_breakouts', timestamp_ms: 10_000, rooms: { Blue: ['Ann', bot], Red: ['Ben'] } },
      said('Ann', 20_000),
      said('Ben', 23_000),
      said('Host', 26_000),
      { type: 'close_breakouts', timestamp_ms: 40_000 },
      said('Ben', 50_000),
    ];
    expect(verdicts(events, [[0, 60_000]])).toEqual([
      { text: 'Ben at 9000', isDue: false, isAllowed: true },
      { text: 'Ann at 20000', isDue: true, isAllowed: true },
      { text: 'Ben at 23000', isDue: false, isAllowed: false },
      { text: 'Host at 26000', isDue: false, isAllowed: false },
      { text: 'Ben at 50000', isDue: true, isAllowed: true },
    ]);
  });
});

describe('what a chat should hold', () => {
  const always: Presence = {
    place: 'main_room',
    from_ms: Number.NEGATIVE_INFINITY,
    until_ms: Number.POSITIVE_INFINITY,
  };
  const due = (events: readonly ScriptEvent[], present: readonly Presence[] = [always]): string[] =>
    messagesOf(events, present, bot).flatMap(({ text, isDue }) => (isDue ? [text] : []));

  it('is what was written to all and to the bot, not what others wrote to each other', () => {
    const events = [wrote('Ann', 1, 'to all'), wrote('Ann', 2, 'to Ben', 'Ben'), wrote('Ben', 3, 'to the bot', bot)];
    expect(due(events)).toEqual(['to all', 'to the bot']);
  });

  it('is the text after the last edit', () => {
    const edit: ScriptEvent = { type: 'edit_chat', who: 'Ann', timestamp_ms: 5, text: 'right' };
    const events = [wrote('Ann', 1, 'first'), wrote('Ann', 2, 'wrong'), wrote('Ben', 3, 'other'), edit];
    expect(due(events)).toEqual(['first', 'right', 'other']);
  });

  it('is, while people are apart, what was written where the bot was, once it was there', () => {
    const events: ScriptEvent[] = [
      { type: 'open_breakouts', timestamp_ms: 10_000, rooms: { Blue: ['Ann', bot], Red: ['Ben'] } },
      wrote('Ann', 17_000, 'before the bot came'),
      wrote('Ann', 25_000, 'in its room'),
      wrote('Ben', 26_000, 'in another room'),
      wrote('Host', 27_000, 'in the main room'),
      { type: 'close_breakouts', timestamp_ms: 40_000 },
      wrote('Ben', 50_000, 'together again'),
    ];
    const present: Presence[] = [
      { place: 'main_room', from_ms: 0, until_ms: 18_000 },
      { place: 'breakout_room', from_ms: 20_000, until_ms: 41_000 },
      { place: 'main_room', from_ms: 43_000, until_ms: 60_000 },
    ];
    expect(due(events, present)).toEqual(['in its room', 'together again']);
  });

  it('is nothing that was written while no worker of the bot was in the meeting', () => {
    const present: Presence[] = [
      { ...always, until_ms: 10_000 },
      { ...always, from_ms: 20_000 },
    ];
    const events = [wrote('Ann', 9_000, 'before'), wrote('Ann', 15_000, 'between'), wrote('Ann', 23_000, 'after')];
    expect(due(events, present)).toEqual(['before', 'after']);
  });
});
