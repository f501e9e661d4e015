import { describe, expect, it } from 'vitest';
import { createJitterBuffer, mostThroughPages } from '../../../../lib/capture/programs/shared/jitter-buffer.ts';
import { blockSamples } from '../../../../lib/capture/programs/shared/sound.ts';

const block = (value: number) => new Float32Array(blockSamples).fill(value);

/** What comes out for each 10 ms, by its first sample; undefined where there is nothing. */
const taking = (buffer: ReturnType<typeof createJitterBuffer>, times: number) =>
  Array.from({ length: times }, () => {
    const into = block(0);
    return buffer.mixInto(into) ? into[0] : undefined;
  });

describe('sound on its way', () => {
  it('is held back until a late block would be no gap, and comes in order', () => {
    const buffer = createJitterBuffer();
    buffer.push(block(1));
    expect(taking(buffer, 1)).toEqual([undefined]);
    buffer.push(block(2));
    expect(taking(buffer, 2)).toEqual([1, 2]);
  });

  it('is held back again after it has failed to come', () => {
    const buffer = createJitterBuffer();
    for (const value of [1, 2]) buffer.push(block(value));
    expect(taking(buffer, 3)).toEqual([1, 2, undefined]);
    buffer.push(block(3));
    expect(taking(buffer, 1)).toEqual([undefined]);
    buffer.push(block(4));
    expect(taking(buffer, 2)).toEqual([3, 4]);
  });

  it('skips what is more than there is room for, and no more, so that delay does not grow further', () => {
    const buffer = createJitterBuffer({ most_samples: 3 * blockSamples });
    for (let value = 1; value <= 5; value += 1) buffer.push(block(value));
    expect(taking(buffer, 4)).toEqual([3, 4, 5, undefined]);
  });

  describe('that has gathered while nobody took it', () => {
    /** What comes and goes in time, so many blocks late, at this loudness; answers how late it is then. */
    const lateBy = (loudness: number, seconds: number, options = {}, late = 6): number => {
      const buffer = createJitterBuffer(options);
      for (let n = 0; n < late; n += 1) buffer.push(block(loudness));
      for (let n = 0; n < seconds * 100; n += 1) {
        buffer.push(block(loudness));
        buffer.mixInto(block(0));
      }
      return taking(buffer, 40).filter((sample) => sample !== undefined).length;
    };

    it('is left out in a pause, but for what is held back', () => {
      expect(lateBy(0.001, 1)).toBe(2);
    });

    it('leaves a fifth of a second of each pause', () => {
      const buffer = createJitterBuffer({ most_samples: mostThroughPages });
      const second = (pause_blocks: number): void => {
        for (let n = 0; n < 100; n += 1) buffer.push(block(n < pause_blocks ? 0 : 0.5));
      };
      // So much too much: a second.
      second(0);
      const pauses: number[] = [];
      for (let n = 0, pause = 0; n < 600; n += 1) {
        if (n % 100 === 0) second(60);
        const into = block(0);
        buffer.mixInto(into);
        if (into[0] === 0) pause += 1;
        else if (pause > 0) {
          pauses.push(pause);
          pause = 0;
        }
      }
      expect(pauses.slice(0, 3)).toEqual([20, 20, 60]);
    });

    it.each([0.001, 0.012, 0.05])('is left out in pauses that have noise of %d', (noise) => {
      const buffer = createJitterBuffer({ most_samples: mostThroughPages });
      // Peaks of noise are never the same.
      const sound = (ms: number) => block(ms % 5_000 < 4_000 ? 0.3 : noise * (0.75 + 0.25 * Math.sin(ms)));
      const heldUp: ReturnType<typeof block>[] = [];
      const begins: number[] = [];
      for (let ms = 0, before = 1; ms < 30_000; ms += 10) {
        heldUp.push(sound(ms));
        if (ms < 3_000 || ms >= 4_200) for (const each of heldUp.splice(0)) buffer.push(each);
        const into = block(0);
        buffer.mixInto(into);
        const [now = 0] = into;
        if (now > 0.2 && before < 0.2) begins.push(ms % 5_000);
        before = now;
      }
      // Late by the stall in the first pause at most, and by what is held back from then on.
      expect(begins.slice(-3).every((late_ms) => late_ms <= 40)).toBe(true);
      expect(begins.length).toBeGreaterThan(4);
    });

    it('is heard while somebody speaks softly between the loud, with noise in the pauses', () => {
      const buffer = createJitterBuffer({ most_samples: mostThroughPages });
      const soft = 0.04;
      // A loud one for two seconds, then a soft one, each with a tenth of a second of noise after each word.
      const sound = (n: number) => block(n % 50 >= 40 ? 0.012 : n < 200 ? 0.5 : soft);
      for (let n = 0; n < 100; n += 1) buffer.push(sound(n));
      let heard = 0;
      for (let n = 100; n < 700; n += 1) {
        buffer.push(sound(n));
        const into = block(0);
        buffer.mixInto(into);
        if (Math.abs((into[0] ?? 0) - soft) < 0.001) heard += 1;
      }
      expect(heard).toBe(320);
    });

    it('is heard while somebody speaks', () => {
      expect(lateBy(0.5, 60)).toBe(6);
    });

    it('is heard as far as it is meant to come ahead of its time, and no further', () => {
      const options = { most_samples: 40 * blockSamples, ahead_samples: 8 * blockSamples };
      expect(lateBy(0.001, 60, options)).toBe(6);
      expect(lateBy(0.001, 60, options, 30)).toBe(8);
    });

    it('is not left out where it is needed now and then', () => {
      const buffer = createJitterBuffer();
      for (let n = 0; n < 6; n += 1) buffer.push(block(0.001));
      let gaps = 0;
      for (let n = 0; n < 1_000; n += 1) {
        // Five blocks come late, together, four times a second.
        const count = n % 25 < 5 ? 0 : n % 25 === 5 ? 6 : 1;
        for (let pushed = 0; pushed < count; pushed += 1) buffer.push(block(0.001));
        if (!buffer.mixInto(block(0))) gaps += 1;
      }
      expect(gaps).toBe(0);
    });
  });

  it('is added to what is there', () => {
    const buffer = createJitterBuffer({ ready_samples: blockSamples });
    buffer.push(block(0.25));
    const into = block(0.5);
    buffer.mixInto(into);
    expect(into[0]).toBe(0.75);
  });
});
