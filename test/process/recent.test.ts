import { describe, expect, it } from 'vitest';
import { recent } from '../../lib/process/recent.ts';

const counted = (most: number) => {
  const made: string[] = [];
  const get = recent(most, (text) => {
    made.push(text);
    return { text };
  });
  return { made, get };
};

describe('what was made for recent texts', () => {
  it('is made once for each', () => {
    const { made, get } = counted(2);
    const first = get('a');
    expect(get('b')).toEqual({ text: 'b' });
    expect(get('a')).toBe(first);
    expect(made).toEqual(['a', 'b']);
  });

  it('is forgotten once there were as many newer ones as are remembered', () => {
    const { made, get } = counted(2);
    for (const text of ['a', 'b', 'c', 'b', 'a']) get(text);
    expect(made).toEqual(['a', 'b', 'c', 'a']);
  });

  it('is made again where it could not be made', () => {
    let tries = 0;
    const get = recent(2, (text) => {
      tries += 1;
      if (tries === 1) throw new RangeError(text);
      return tries;
    });
    expect(() => get('a')).toThrow(RangeError);
    expect(get('a')).toBe(2);
  });
});
