import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMissed, judged, over } from '../../bench/judged.ts';
import { missedCosts } from '../../bench/rows/capture/capture-cost.ts';
import { toldLives } from '../../bench/rows/faults/any-life.ts';

describe('a figure beside its target', () => {
  it('is left as it is where it is as it is to be', () => {
    expect(judged('4 calls', [])).toBe('4 calls');
    expect(isMissed('4 calls')).toBe(false);
  });

  it('says what of it misses the target', () => {
    const figure = judged('8 calls; 9 s', ['calls', 's']);
    expect(figure).toBe('8 calls; 9 s. MISSED: calls, s');
    expect(isMissed(figure)).toBe(true);
  });

  it('misses it by what is more than it may be, or was not measured', () => {
    expect(over({ a: 1, b: 2.1, c: 5 }, { a: 1, b: 2, d: 3 })).toEqual(['b', 'd']);
  });
});

describe('random lives', () => {
  const lived = (lives: number) => [
    { lives, commands: 5, steps: ['a', 'b'] },
    { lives: 50_000, commands: 6, steps: ['b'] },
  ];

  it('say how many they were', () => {
    const figure = toldLives(lived(50_000), 7);
    expect(figure).toMatch(/^0 violations; 100,000 lives of 11 commands, 2 of \d+ steps, seed 7$/);
  });

  it('miss their target where they were fewer than it says, though none was violated', () => {
    expect(toldLives(lived(49_999), 7)).toMatch(/^0 violations; 99,999 lives .* MISSED: 100,000 lives$/);
  });
});

describe('what a meeting costs a processor', () => {
  const most = { '1080p': 16, '720p': 12, audio: 8 };

  it('misses its target by each kind that takes more than it may, and by each size beside the usual way', () => {
    const cpu = { '1080p': 16, '720p': 13, audio: 8.1, 'control 1080p': 26, 'control 720p': 30 };
    expect(missedCosts(cpu, most)).toEqual(['720p', 'audio', '1080p is 0.62 of the control']);
  });

  it('is not held against a control that could not run', () => {
    expect(missedCosts({ '1080p': 16, '720p': 12, audio: 8 }, most)).toEqual([]);
  });
});

describe('the table of results', () => {
  const lines = readFileSync(new URL('../../bench/results.md', import.meta.url), 'utf8')
    .split('\n')
    .slice(6);

  it('has for each figure a day on which it was measured', () => {
    const dated = / \| [^|]+, Node [\d.]+, 20\d\d-\d\d-\d\d \|$/;
    expect(lines.filter((line) => line.trim() !== '' && !dated.test(line))).toEqual([]);
  });
});
