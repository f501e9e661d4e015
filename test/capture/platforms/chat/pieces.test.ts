import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../../../lib/capture/platforms/chat/pieces.ts';

const words = (count: number): string => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');

describe('a message as it is written', () => {
  it.each(['Hello', 'two\nlines', 'x'.repeat(500)])('is one that the field takes as a whole', (text) => {
    expect(piecesOf(` ${text}\n`, 500)).toEqual([text]);
  });

  it('is several, none longer than the field takes, with all words whole', () => {
    const text = words(300);
    const pieces = piecesOf(text, 500);
    expect(pieces.join(' ')).toBe(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(500);
    expect(pieces).toHaveLength(5);
  });

  it('ends a piece with a line where that is not too short', () => {
    const [first, second] = ['a'.repeat(300), 'b '.repeat(200).trim()];
    expect(piecesOf(`${first}\n${second}`, 500)).toEqual([first, second]);
  });

  it('cuts where there is no blank, and no character in two', () => {
    expect(piecesOf('x'.repeat(1_001), 500).map(({ length }) => length)).toEqual([500, 500, 1]);
    expect(piecesOf(`x${'😀'.repeat(300)}`, 500)).toEqual([`x${'😀'.repeat(249)}`, '😀'.repeat(51)]);
  });

  it('is none of nothing', () => {
    expect(piecesOf(' \n ', 500)).toEqual([]);
  });
});
