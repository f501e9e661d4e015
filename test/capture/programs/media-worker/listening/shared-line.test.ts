import { describe, expect, it } from 'vitest';
import { createSharedLine } from '../../../../../lib/capture/programs/media-worker/listening/shared-line.ts';

describe('a line that several people share', () => {
  it('is nobody’s beyond what was told while that is old, however little is held', () => {
    const heard: (readonly [at_ms: number, speaker: string | null])[] = [];
    const line = createSharedLine('played', ({ at_ms }, speaker) => heard.push([at_ms, speaker]));
    const take = (from_ms: number, until_ms: number): void => {
      for (let at_ms = from_ms; at_ms <= until_ms; at_ms += 100)
        line.take({ voice: 1, samples: new Float32Array(1), at_ms, given_ms: at_ms });
    };
    take(-100, 0);
    line.know([{ until_ms: 0, speaker: 'ada' }]);
    take(100, 1_000);
    line.know([]);
    line.flush();
    line.know([]);
    take(1_100, 1_300);
    line.flush();
    expect(heard).toEqual([
      [-100, 'ada'],
      [0, 'ada'],
      ...Array.from({ length: 13 }, (_, index) => [(index + 1) * 100, null]),
    ]);
  });
});
