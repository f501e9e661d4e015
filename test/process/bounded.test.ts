import { describe, expect, it } from 'vitest';
import { BoundedMap, BoundedSet } from '../../lib/process/bounded.ts';

describe('a bounded map', () => {
  it('forgets what was set longest ago', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });

  it('keeps what may not be forgotten, and forgets the rest when it may', () => {
    const map = new BoundedMap<string, { isHere: boolean }>(2, ({ isHere }) => !isHere);
    map.set('a', { isHere: true }).set('b', { isHere: true }).set('c', { isHere: true });
    expect([...map.keys()]).toEqual(['a', 'b', 'c']);
    map.set('b', { isHere: false });
    expect([...map.keys()]).toEqual(['a', 'c']);
  });
});

describe('a bounded set', () => {
  it('forgets what was added longest ago', () => {
    const set = new BoundedSet(2, ['a', 'b', 'c']);
    expect([...set]).toEqual(['b', 'c']);
    expect([...set.add('b').add('d')]).toEqual(['b', 'd']);
  });

  it('holds undefined like any other value', () => {
    expect([...new BoundedSet<string | undefined>(1, [undefined]).add('a')]).toEqual(['a']);
  });
});
