import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSpeaking } from '../../../lib/capture/audio-socket/speaking.ts';
import { samplesIn } from '../../../lib/capture/media/pcm.ts';
import { aTone, loudestOf } from '../../lab/hosts/audio-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `isHeard`: what it gives can be heard from the beginning. */
const setUp = ({ isHeard = true } = {}) => {
  const said_ms: number[] = [];
  const loud_at: number[] = [];
  let hushed = 0;
  let overflows = 0;
  const speaking = createSpeaking({
    say(pcm) {
      const samples = samplesIn(Buffer.from(pcm, 'base64'));
      said_ms.push(samples.length / 48);
      if (loudestOf(samples) > 3_000) loud_at.push(Date.now());
    },
    hush: () => {
      hushed += 1;
    },
    now_ms: () => Date.now(),
    onOverflow: () => {
      overflows += 1;
    },
  });
  if (isHeard) speaking.begin();
  const total = () => said_ms.reduce((sum, part) => sum + part, 0);
  return { speaking, total, said_ms, loud_at, hushed: () => hushed, overflows: () => overflows };
};

describe('what a server gives to say', () => {
  it('is said in time, however much comes at once, and all of it', () => {
    const { speaking, total } = setUp();
    speaking.add(aTone(440, 3, 24_000), 24_000);
    for (let at_ms = 0; at_ms <= 2_500; at_ms += 500) {
      expect(total()).toBeGreaterThanOrEqual(at_ms);
      expect(total()).toBeLessThanOrEqual(at_ms + 80);
      vi.advanceTimersByTime(500);
    }
    vi.advanceTimersByTime(1_000);
    expect(total()).toBe(3_000);
  });

  it('is said later, and all of it, where the machine was held up', () => {
    const { speaking, total, said_ms } = setUp();
    speaking.add(aTone(440, 3, 24_000), 24_000);
    vi.advanceTimersByTime(500);
    const [before, parts] = [total(), said_ms.length];
    vi.setSystemTime(Date.now() + 5_000);
    vi.advanceTimersByTime(20);
    expect(said_ms.slice(parts).reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(380);
    expect(total()).toBeGreaterThan(before);
    vi.advanceTimersByTime(3_000);
    expect(total()).toBe(3_000);
  });

  it('follows what was given before without a gap, and begins at once after a pause', () => {
    const { speaking, total } = setUp();
    speaking.add(aTone(440, 0.5, 16_000), 16_000);
    vi.advanceTimersByTime(300);
    speaking.add(aTone(440, 0.5, 16_000), 16_000);
    vi.advanceTimersByTime(1_000);
    expect(total()).toBe(1_000);
    vi.advanceTimersByTime(5_000);
    speaking.add(aTone(440, 1, 16_000), 16_000);
    expect(total()).toBe(1_060);
    vi.advanceTimersByTime(200);
    expect(total()).toBeLessThanOrEqual(1_000 + 200 + 80);
  });

  it('is forgotten when it is taken back, also what is on its way', () => {
    const { speaking, total, hushed } = setUp();
    speaking.add(aTone(440, 60, 8_000), 8_000);
    vi.advanceTimersByTime(1_000);
    speaking.clear();
    const said = total();
    vi.advanceTimersByTime(10_000);
    expect(total()).toBe(said);
    expect(hushed()).toBe(1);
    speaking.add(aTone(440, 0.1, 8_000), 8_000);
    vi.advanceTimersByTime(500);
    expect(total()).toBe(said + 100);
  });

  it('waits for two minutes and no more', () => {
    const { speaking, total, overflows } = setUp();
    for (let n = 0; n < 13; n += 1) speaking.add(aTone(440, 10, 8_000), 8_000);
    expect(overflows()).toBe(1);
    vi.advanceTimersByTime(200_000);
    expect(total()).toBe(120_000);
  });

  it('waits until it can be heard, and is said from its beginning then', () => {
    const { speaking, total } = setUp({ isHeard: false });
    speaking.add(aTone(440, 2, 16_000), 16_000);
    vi.advanceTimersByTime(5_000);
    expect(total()).toBe(0);
    speaking.begin();
    vi.advanceTimersByTime(1_000);
    speaking.begin();
    expect(total()).toBeLessThanOrEqual(1_080);
    vi.advanceTimersByTime(2_000);
    expect(total()).toBe(2_000);
    vi.advanceTimersByTime(2_000);
    speaking.add(aTone(440, 1, 16_000), 16_000);
    vi.advanceTimersByTime(2_000);
    expect(total()).toBe(3_000);
  });

  it('comes in parts of any size', () => {
    const { speaking, total } = setUp();
    const tone = aTone(440, 1, 16_000);
    for (let at = 0; at < tone.length; at += 333) speaking.add(tone.subarray(at, at + 333), 16_000);
    vi.advanceTimersByTime(2_000);
    // An odd byte at the end of a part is half a sample, which is nobody's.
    expect(total()).toBeGreaterThan(990);
  });

  describe('without a break', () => {
    const rate = 16_000;
    const silence = (seconds: number) => new Uint8Array(2 * rate * seconds);
    /** In parts of 20 ms, each when it is time for it. */
    const stream = (speaking: ReturnType<typeof setUp>['speaking'], pcm: Uint8Array): void => {
      for (let at = 0; at < pcm.length; at += 640) {
        speaking.add(pcm.subarray(at, at + 640), rate);
        vi.advanceTimersByTime(20);
      }
    };

    it.each(['timers', 'sound'])(
      'is late for no longer than to the next pause where the machine was held up, and has its %s first',
      (first) => {
        const { speaking, loud_at } = setUp();
        stream(speaking, silence(1));
        vi.setSystemTime(Date.now() + 1_000);
        if (first === 'timers') vi.advanceTimersByTime(20);
        for (let n = 0; n < 50; n += 1) speaking.add(silence(0.02), rate);
        stream(speaking, silence(3));
        const spoken_at = Date.now();
        stream(speaking, aTone(440, 0.5, rate));
        vi.advanceTimersByTime(3_000);
        expect(loud_at[0]).toBeGreaterThan(0);
        expect((loud_at[0] ?? 0) - spoken_at).toBeLessThan(150);
      },
    );

    it('has all its words, and pauses between them', () => {
      const { speaking, total } = setUp();
      speaking.add(silence(2), rate);
      for (let n = 0; n < 20; n += 1) stream(speaking, Buffer.concat([aTone(440, 0.8, rate), silence(0.2)]));
      vi.advanceTimersByTime(5_000);
      expect(total()).toBe(22_000);
    });
  });

  it('is said with all its pauses where it is an answer that comes at once', () => {
    const { speaking, total } = setUp();
    speaking.add(Buffer.concat([aTone(440, 1, 16_000), new Uint8Array(32_000 * 8), aTone(440, 1, 16_000)]), 16_000);
    vi.advanceTimersByTime(12_000);
    expect(total()).toBe(10_000);
  });
});
