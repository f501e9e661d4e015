import { describe, expect, it } from 'vitest';
import { portionsOf } from '../../lib/domain/portions.ts';

describe('portions', () => {
  const lengthOf = (text: string): number => text.length;

  it('hold as many entries as they may, in their order', () => {
    expect(portionsOf([], lengthOf, { bytes: 5 })).toEqual([]);
    expect(portionsOf(['aa', 'b', 'ccc', 'd', 'e'], lengthOf, { bytes: 5 })).toEqual([
      ['aa', 'b'],
      ['ccc', 'd', 'e'],
    ]);
    expect(portionsOf(['aa', 'b', 'ccc', 'd', 'e'], lengthOf, { bytes: 5, entries: 2 })).toEqual([
      ['aa', 'b'],
      ['ccc', 'd'],
      ['e'],
    ]);
  });

  it('are of one entry where it is larger than a portion may be', () => {
    expect(portionsOf(['a', 'too large', 'b'], lengthOf, { bytes: 5 })).toEqual([['a'], ['too large'], ['b']]);
  });
});
