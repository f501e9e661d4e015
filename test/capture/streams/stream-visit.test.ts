import { describe, expect, it } from 'vitest';
import { spokenStream } from '../../lab/worlds/streams/spoken-stream.ts';

describe('the sound of a stream', () => {
  it.each([2_000, 5_000, 10_000])('is recorded whole when it was held up for %i ms', async (ms) => {
    const stream = await spokenStream();
    stream.speak(5_000);
    stream.speak(ms, true);
    stream.speak(5_000);
    expect(await stream.lost_ms()).toBeLessThanOrEqual(100);
  });

  it('is recorded whole where messages have stamps of another clock', async () => {
    const stream = await spokenStream();
    stream.speak(5_000);
    stream.write(5_000);
    stream.speak(20_000);
    expect(await stream.lost_ms()).toBeLessThanOrEqual(100);
  });

  it.each([1_000, 1_800, 5_000])('goes on where the next server’s clock is %i ms behind', async (behind_ms) => {
    const stream = await spokenStream();
    stream.speak(5_000);
    await stream.moveMedia(behind_ms);
    stream.speak(8_000);
    stream.passSilently(20_000);
    stream.speak(8_000);
    stream.passSilently(5_000);
    stream.speak(8_000);
    // The first that it says has the stamps of what was said before.
    expect(await stream.lost_ms()).toBeLessThanOrEqual(behind_ms + 300);
  });

  it.each([2_000, 5_000])(
    'is recorded whole where pictures come first and the stream’s clock is %i ms behind',
    async (ms) => {
      const stream = await spokenStream({ behind_ms: ms, isSeenFirst: true });
      stream.show(5_000);
      stream.speak(5_000);
      expect(await stream.lost_ms()).toBeLessThanOrEqual(100);
    },
  );

  it('is recorded whole after a silence, however long', async () => {
    const stream = await spokenStream();
    stream.speak(5_000);
    stream.passSilently(60_000);
    stream.speak(1_000);
    expect(await stream.lost_ms()).toBeLessThanOrEqual(100);
  });
});
