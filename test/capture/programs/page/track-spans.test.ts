import { describe, expect, it } from 'vitest';
import { createTrackSpans } from '../../../../lib/capture/programs/page/track-spans.ts';

/** Whose a track was, each time that it is looked up. */
const spansOf = (...looks: readonly (readonly [at_ms: number, owner: string | null])[]) => {
  const since = createTrackSpans();
  return looks.map(([at_ms, owner]) => since(owner, at_ms).speaker);
};

describe('whose a track was that is handed on', () => {
  it('is who has it at two looks, and nobody between two who have it', () => {
    expect(spansOf([0, 'ada'], [100, 'ada'], [200, 'ben'], [300, 'ben'], [400, null], [500, 'ben'])).toEqual([
      null,
      'ada',
      null,
      'ben',
      null,
      null,
    ]);
  });

  it('is not known of a page that was not looked at for long: somebody may have had it meanwhile', () => {
    expect(spansOf([0, 'ada'], [100, 'ada'], [1_000, 'ada'], [1_100, 'ada'])).toEqual([null, 'ada', null, 'ada']);
  });

  it('is told until the moment of the look', () => {
    const since = createTrackSpans();
    since('ada', 1_000);
    expect(since('ada', 1_100)).toEqual({ until_ms: 1_100, speaker: 'ada' });
  });
});
