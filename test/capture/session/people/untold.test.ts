import { describe, expect, it } from 'vitest';
import { createUntoldWatch } from '../../../../lib/capture/session/people/untold.ts';

/** What is told of a meeting in which so many seconds all people are told of, and so many not, in turn. */
const toldOf = (stretches_s: readonly number[]) => {
  const told: string[] = [];
  let isTold = false;
  const watch = createUntoldWatch((isMissing, at_ms) => {
    if (isMissing !== isTold) told.push(`${isMissing ? 'untold since' : 'told at'} ${at_ms / 1000}`);
    isTold = isMissing;
  });
  let now_s = 0;
  for (const [index, stretch_s] of stretches_s.entries()) {
    for (const end_s = now_s + stretch_s; now_s < end_s; now_s += 1) watch({ untold: index % 2 }, now_s * 1000);
  }
  return told;
};

describe('people of whom a meeting tells nothing', () => {
  it('are noticed after half a minute, and forgotten as soon as all are told of', () => {
    expect(toldOf([5, 30, 1])).toEqual([]);
    expect(toldOf([5, 31, 1])).toEqual(['untold since 5', 'told at 36']);
  });

  it('are noticed later each time that there are some again, so that those who come and go are not told of without end', () => {
    expect(toldOf([0, 40, 10, 60, 10, 61, 1])).toEqual([
      'untold since 0',
      'told at 40',
      'untold since 120',
      'told at 181',
    ]);
    expect(toldOf(Array.from({ length: 100 }, (_, index) => (index % 2 ? 40 : 10)))).toHaveLength(2);
  });

  it('are not taken back for a list that is not there yet, of which an earlier worker may have told', () => {
    const told: [boolean, number][] = [];
    const look = (from_s: number, ...untold: readonly number[]) => {
      const watch = createUntoldWatch((isMissing, at_ms) => void told.push([isMissing, at_ms / 1000]));
      for (const [index, number] of untold.entries()) watch({ untold: number }, (from_s + index) * 1000);
    };
    look(0, ...Array(6).fill(0), ...Array(31).fill(2));
    look(50, ...Array(31).fill(0));
    expect(told).toEqual([
      [true, 6],
      [false, 50],
    ]);
  });
});
