import { describe, expect, it } from 'vitest';
import { createSharedLine } from '../../../../lib/capture/media/listening/shared-line.ts';

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

  it('is nobody’s where the page is held up while another begins to speak, and theirs as soon as it says so', () => {
    const heard = new Map<number, string | null>();
    const line = createSharedLine('played', ({ at_ms }, speaker) => heard.set(at_ms, speaker));
    const take = (from_ms: number, until_ms: number): void => {
      for (let at_ms = from_ms; at_ms <= until_ms; at_ms += 100)
        line.take({ voice: 1, samples: new Float32Array(1), at_ms, given_ms: at_ms });
    };
    take(100, 1_000);
    line.know([{ until_ms: 1_000, speaker: 'ada' }]);
    // Ben begins at 1,500, which is said at 4,300.
    take(1_100, 4_300);
    line.know([
      { until_ms: 1_500, speaker: 'ada' },
      { until_ms: 4_250, speaker: 'ben' },
    ]);
    const named = (speaker: string | null) => [...heard].filter(([, who]) => who === speaker).map(([at_ms]) => at_ms);
    expect(named('ada')).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000]);
    expect(named(null)).toEqual([1_100, 1_200, 1_300, 1_400, 1_500, 1_600, 1_700, 1_800]);
    expect(named('ben')[0]).toBe(1_900);
    expect(named('ben').at(-1)).toBe(4_200);
  });
});
