import { describe, expect, it } from 'vitest';
import { normalText, sentenceTest } from '../../../../lib/capture/platforms/judging/normal-text.ts';

const isSaid = (say: string, text: string): boolean => sentenceTest(say)(normalText(text));

describe('a sentence', () => {
  it.each([
    ['You can\u2019t\u00a0 join\n this  CALL'],
    ['You can\u2019t join this call\u2026'],
    ["Sorry. You can't join this call. Ask the host."],
    [" You  can't join   THIS call "],
    ["\u200bYou can't jo\u00adin this call!"],
    ["You can't join this call\u2716"],
  ])('is the same however it is set: %j', (text) => {
    expect(isSaid("You can't join this call", text)).toBe(true);
  });

  it.each([
    ["You can't join this call yet"],
    ["Ben thinks You can't join this call"],
    ["You can't join that call"],
    ["You can't join this call?"],
    ['cant join this call'],
    ["The host is inviting you to join Breakout Room: You can't join this call"],
  ])('is not told by a part of another, or with another word: %j', (text) => {
    expect(isSaid("You can't join this call", text)).toBe(false);
  });

  it('is asked where it is a question', () => {
    expect(isSaid('Join without sound?', 'Join without sound?')).toBe(true);
  });

  it('may have a gap, which is short', () => {
    const say = 'Ouch! * kicked you out of the meeting';
    expect([
      isSaid(say, 'Ouch! Ada Lovelace kicked you out of the meeting'),
      isSaid(say, `Ouch! ${'Ada '.repeat(30)} kicked you out of the meeting`),
    ]).toEqual([true, false]);
  });
});
