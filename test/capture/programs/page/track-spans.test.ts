import { describe, expect, it } from 'vitest';
import { createTrackSpans } from '../../../../lib/capture/programs/page/track-spans.ts';

/** Whose a track was, by the moments until which it was theirs, once all of them are told. */
const spansOf = (...looks: readonly (readonly [at_ms: number, owner: string | null])[]) => {
  const since = createTrackSpans(() => 300);
  const told = looks.flatMap(([at_ms, owner]) => since(owner, at_ms));
  const [end_ms = 0, owner = null] = looks.at(-1) ?? [];
  const rest = [100, 200, 300].flatMap((later_ms) => since(owner, end_ms + later_ms));
  return Object.fromEntries([...told, ...rest].map(({ until_ms, speaker }) => [until_ms, speaker]));
};

describe('whose a track was that is handed on', () => {
  it('is who has it at two looks', () => {
    expect(spansOf([0, 'ada'], [100, 'ada'])).toEqual({ 0: null, 100: 'ada' });
  });

  it('is nobody between two who have it, nor shortly before: the sound of the next one may come before their name', () => {
    const ada = [0, 100, 200, 300, 400, 500].map((at_ms) => [at_ms, 'ada'] as const);
    expect(spansOf(...ada, [600, 'ben'], [700, 'ben'])).toEqual({
      0: null,
      100: 'ada',
      200: 'ada',
      300: null,
      400: null,
      500: null,
      600: null,
      700: 'ben',
    });
  });

  it('is who had it until nobody has, but where another one has it soon after', () => {
    expect(spansOf([0, 'ada'], [100, 'ada'], [200, null])).toEqual({ 0: null, 100: 'ada', 200: null });
    expect(spansOf([0, 'ada'], [100, 'ada'], [200, null], [300, 'ben'])).toMatchObject({
      100: null,
      200: null,
      300: null,
    });
    expect(spansOf([0, 'ada'], [100, 'ada'], [200, null], [300, 'ada'])).toMatchObject({ 100: 'ada', 300: null });
  });

  it('is not known of a page that was not looked at for long: somebody may have had it meanwhile', () => {
    expect(spansOf([0, 'ada'], [100, 'ada'], [1_000, 'ada'], [1_100, 'ada'])).toEqual({
      0: null,
      100: 'ada',
      1000: null,
      1100: 'ada',
    });
  });

  describe('where it is told each time that it is', () => {
    const handed = (turn: number, since_ms: number) => ({ turn, since_ms });
    /** Looks at 0, 100 … ms, at each of which this was told last. */
    const heardOf = (...told: readonly (readonly [owner: string, turn: number, since_ms: number] | null)[]) => {
      const since = createTrackSpans(() => 300);
      const spans = told.flatMap((one, at) =>
        since(one?.[0] ?? null, at * 100, one ? handed(one[1], one[2]) : undefined),
      );
      const [owner = 'nobody', turn = 0, since_ms = 0] = told.at(-1) ?? [];
      const rest = [0, 100, 200].flatMap((ms) => since(owner, told.length * 100 + ms, handed(turn, since_ms)));
      return Object.fromEntries([...spans, ...rest].map(({ until_ms, speaker }) => [until_ms, speaker]));
    };

    it('is the first owner’s from the beginning', () => {
      expect(heardOf(null, null, ['ada', 1, 150])).toMatchObject({ 0: 'ada', 100: 'ada', 150: 'ada', 200: 'ada' });
    });

    it('is not, where somebody had it before', () => {
      expect(heardOf(null, null, ['ada', 2, 150])).toMatchObject({ 0: null, 100: null, 150: null, 200: 'ada' });
    });

    it('is the next one’s from when that was told', () => {
      expect(heardOf(['ada', 1, 0], ['ada', 1, 0], ['ben', 2, 130])).toMatchObject({
        100: null,
        130: null,
        200: 'ben',
      });
    });

    it('is nobody’s where it was handed on, and back, between two looks', () => {
      expect(heardOf(['ada', 1, 0], ['ada', 1, 0], ['ada', 3, 180])).toMatchObject({
        100: null,
        180: null,
        200: 'ada',
      });
    });
  });

  it('is told as soon as it is certain', () => {
    const since = createTrackSpans(() => 300);
    expect([0, 100, 200, 300].flatMap((at_ms) => since('ada', at_ms))).toEqual([{ until_ms: 0, speaker: null }]);
    expect(since('ada', 400)).toEqual([{ until_ms: 100, speaker: 'ada' }]);
  });
});
