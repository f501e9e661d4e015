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

  it.each([
    [10_000, 100],
    [3_000, 1_500],
    [2_000, 2_000],
  ])('is recorded whole where %i ms of it come after all of the pictures, of one every %i ms', async (ms, every_ms) => {
    const stream = await spokenStream();
    stream.speak(5_000);
    stream.speakHeldUpAfterPictures(ms, every_ms);
    stream.speak(5_000);
    expect(await stream.lost_ms()).toBeLessThanOrEqual(100);
  });
});

describe('the recording of a stream in which nobody speaks', () => {
  it.each([1_100, 1_500, 4_500, 20_000])('goes on with a picture every %i ms', async (every_ms) => {
    const stream = await spokenStream();
    stream.show(120_000, every_ms);
    expect(stream.longest_hold_ms).toBeLessThanOrEqual(every_ms + 600);
  });

  it.each([1_500, 4_500])('goes on at last where one every %i ms has a stamp of another clock', async (every_ms) => {
    const stream = await spokenStream();
    stream.speak(1_000);
    await stream.moveMedia(5_000);
    stream.show(120_000, every_ms);
    expect(stream.longest_hold_ms).toBeLessThanOrEqual(36_000 + every_ms);
  });

  it('waits no longer because of messages', async () => {
    const stream = await spokenStream();
    for (let passed = 0; passed < 120_000; passed += 2_500) {
      stream.passSilently(2_500);
      stream.write(0);
    }
    expect(stream.longest_hold_ms).toBeLessThanOrEqual(35_100);
  });
});
