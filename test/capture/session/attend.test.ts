import { describe, expect, it } from 'vitest';
import { aView } from '../../lab/builders/meeting-views.ts';
import { ada, attended, counting, from } from './attended-meeting.ts';

describe('a pause', () => {
  it('is kept out of the transcript, by when things were said', async () => {
    const { said } = await attended({
      state: 'joined_recording',
      asked: (seconds) => (seconds >= 10 && seconds < 20 ? 'pause' : 'resume'),
      // Captions come four seconds late.
      shows: (seconds) =>
        seconds < 40 ? aView({ captions: counting(seconds - 4) }, [ada]) : aView({ phase: 'ended' }),
    });
    expect(said).toEqual([...from(0, 9), ...from(20, 34)]);
  });
});
