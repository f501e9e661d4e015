import { describe, expect, it } from 'vitest';
import { gatheringOf } from '../../lib/capture-home/gathering.ts';

describe('what a worker gathers before it writes', () => {
  it('is nothing where its home does not pay for writes', () => {
    expect(gatheringOf({})).toEqual({ segments: 1, speech_events_ms: 0 });
  });

  it('is what the variables say: whole segments, which last two seconds each, and moments of speech', () => {
    const variables = { SEGMENT_SECONDS: '6', SPEECH_EVENT_SECONDS: '2.5' };
    expect(gatheringOf(variables)).toEqual({ segments: 3, speech_events_ms: 2_500 });
    expect(gatheringOf({ SEGMENT_SECONDS: '5' }).segments).toBe(2);
  });

  it.each([
    ['SEGMENT_SECONDS', '1'],
    ['SEGMENT_SECONDS', 'two'],
    ['SPEECH_EVENT_SECONDS', '-1'],
  ])('is refused, with the name of the variable, where %s is %s', (name, value) => {
    expect(() => gatheringOf({ [name]: value })).toThrow(name);
  });
});
