import { describe, expect, it } from 'vitest';
import { meetingRate } from '../../../../lib/capture/media/sound.ts';
import { createDecodedAhead } from '../../../../lib/capture/programs/outlet-worker/decoded-ahead.ts';
import { blockSamples } from '../../../../lib/capture/programs/shared/sound.ts';

const block = (value: number) => new Float32Array(blockSamples).fill(value);
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** As many blocks of 10 ms as asked for, then an error if there is to be one. */
async function* blocks(count: number, error?: Error) {
  for (let value = 1; value <= count; value += 1) yield block(value);
  if (error) throw error;
}

/** What is heard, by the first sample of each block, until it is over or does not go on. */
const heard = (sound: ReturnType<typeof createDecodedAhead>) => {
  const values: (number | undefined)[] = [];
  for (let into = block(0); !sound.isOver && sound.fill(into); into = block(0)) values.push(into[0]);
  return values;
};

describe('sound that is decoded ahead', () => {
  it('is heard from beginning to end', async () => {
    const sound = createDecodedAhead(blocks(3));
    await sound.decoded;
    expect(heard(sound)).toEqual([1, 2, 3]);
    expect(sound.isOver).toBe(true);
  });

  it('is over after what could be decoded, and says what was wrong', async () => {
    const sound = createDecodedAhead(blocks(2, new Error('a torn frame')));
    await expect(sound.decoded).rejects.toThrow('a torn frame');
    expect(heard(sound)).toEqual([1, 2]);
    expect([sound.isOver, sound.fill(block(0))]).toEqual([true, true]);
  });

  it('is decoded by a second at most before it is wanted', async () => {
    const second = meetingRate / blockSamples;
    let decoded = 0;
    const counted = async function* () {
      for await (const samples of blocks(3 * second)) {
        decoded += 1;
        yield samples;
      }
    };
    const sound = createDecodedAhead(counted());
    await settled();
    expect(decoded).toBe(second);
    expect(heard(sound)).toHaveLength(second);
    await settled();
    expect(decoded).toBe(2 * second);
    sound.stop();
    await sound.decoded;
    expect(decoded).toBe(2 * second);
  });
});
