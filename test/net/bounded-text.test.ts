import { describe, expect, it } from 'vitest';
import { boundedText } from '../../lib/net/bounded-text.ts';

describe('the text of an answer', () => {
  const read: string[] = [];
  async function* answering(...chunks: readonly string[]) {
    read.length = 0;
    for (const chunk of chunks) {
      read.push(chunk);
      yield Buffer.from(chunk);
    }
  }

  it('is put together, also of characters that came in two pieces', async () => {
    const [first, second] = [Buffer.from('ä').subarray(0, 1), Buffer.from('ä').subarray(1)];
    async function* halves() {
      yield first;
      yield second;
    }
    expect(await boundedText(halves(), 2)).toBe('ä');
    expect(await boundedText(answering(), 0)).toBe('');
  });

  it('is none where it is too long, and what follows is not read', async () => {
    expect(await boundedText(answering('abc', 'd', 'never'), 3)).toBeUndefined();
    expect(read).toEqual(['abc', 'd']);
  });
});
