import { describe, expect, it } from 'vitest';
import { createStreamStills } from '../../../lib/capture/streams/stream-stills.ts';

/** Shows pictures, each by a letter, at moments; answers what was kept. */
const kept = (shown: readonly (readonly [string, number])[]): string[] => {
  const all: string[] = [];
  const stills = createStreamStills(({ jpeg, at_ms }) => all.push(`${Buffer.from(jpeg)} ${at_ms}`));
  for (const [picture, at_ms] of shown) stills.take(Buffer.from(picture), at_ms);
  stills.end();
  return all;
};

describe('stills of a shared screen', () => {
  it('are kept when they change', () => {
    expect(
      kept([
        ['a', 0],
        ['a', 1_000],
        ['a', 2_000],
        ['b', 3_000],
        ['a', 4_000],
      ]),
    ).toEqual(['a 0', 'b 3000', 'a 4000']);
  });

  it('are kept once a second at most, and the last of a second is not lost', () => {
    const film = Array.from({ length: 25 }, (_, n) => [String(n), n * 200] as const);
    expect(kept(film)).toEqual(['0 0', '5 1000', '10 2000', '15 3000', '20 4000', '24 4800']);
  });

  it('are kept as soon as they came, when they are shown for longer', () => {
    expect(
      kept([
        ['a', 0],
        ['b', 300],
        ['c', 30_000],
      ]),
    ).toEqual(['a 0', 'b 300', 'c 30000']);
  });

  it('are not kept for what was shown for less than a second and is gone', () => {
    expect(
      kept([
        ['a', 0],
        ['b', 200],
        ['a', 400],
        ['a', 1_200],
      ]),
    ).toEqual(['a 0']);
  });

  it('are not kept when they come late, or twice', () => {
    expect(
      kept([
        ['a', 5_000],
        ['b', 5_200],
        ['b', 5_200],
        ['x', 3_000],
        ['b', 6_500],
      ]),
    ).toEqual(['a 5000', 'b 5200']);
  });
});
