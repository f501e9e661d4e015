import { describe, expect, it } from 'vitest';
import {
  at,
  hearing,
  hum,
  laid,
  laughter,
  music,
  pink,
  sentence,
  sentences,
  silence,
  typing,
  white,
} from '../../../lab/builders/sounds.ts';

const voiceDb = -25;
const saidAtMs = 3_000;
const noises = { silence, white, pink, hum, typing };

/**
 * A sentence in noise that is so much quieter: how often speech was heard, and how far off its beginning and its end
 * are.
 */
const inNoise = (name: (typeof sentences)[number], noise: keyof typeof noises, snr_db: number) => {
  const { samples, start_ms, end_ms } = sentence(name);
  const heard = hearing(laid(8, [0, at(noises[noise](8), voiceDb - snr_db)], [saidAtMs, samples]));
  const starts = heard.filter(({ type }) => type === 'speech_start');
  return {
    times: starts.length,
    start_off_ms: (starts[0]?.at_ms ?? Number.NaN) - saidAtMs - start_ms,
    end_off_ms: (heard.at(-1)?.at_ms ?? Number.NaN) - saidAtMs - end_ms,
    late_ms: starts[0]?.late_ms ?? Number.NaN,
  };
};

describe('a sentence', () => {
  it.each([
    // Measured: begins 0 to 20 ms off, ends -40 to 80 ms off, told 100 to 220 ms after it began.
    ['silence', 30, 30, 100, 250],
    ['white', 30, 30, 100, 250],
    ['pink', 30, 30, 100, 250],
    // Measured: begins 0 to 120 ms off, as what is softest drowns; ends -120 to 80 ms off.
    ['white', 20, 60, 120, 320],
    ['pink', 20, 60, 120, 320],
    ['white', 10, 150, 150, 360],
    ['pink', 10, 150, 150, 360],
    // Hum is where few of speech's bands are.
    ['hum', 20, 30, 120, 320],
    ['hum', 10, 30, 120, 420],
    // Who types while speaking is heard for up to a second longer.
    ['typing', 20, 60, 1_100, 300],
    ['typing', 0, 60, 1_100, 420],
  ] as const)(
    'in %s %d dB below it is found, once, from its first to its last word',
    (noise, snr_db, start, end, late) => {
      for (const name of sentences) {
        const { times, start_off_ms, end_off_ms, late_ms } = inNoise(name, noise, snr_db);
        expect({ name, times }).toEqual({ name, times: 1 });
        expect(Math.abs(start_off_ms)).toBeLessThanOrEqual(start);
        expect(Math.abs(end_off_ms)).toBeLessThanOrEqual(end);
        expect(late_ms).toBeLessThanOrEqual(late);
      }
    },
  );

  it('only 5 dB above white or pink noise is still found, though its softest ends may be lost', () => {
    for (const noise of ['white', 'pink'] as const) {
      for (const name of sentences) {
        const { times, start_off_ms, end_off_ms } = inNoise(name, noise, 5);
        expect({ name, times }).toEqual({ name, times: 1 });
        expect(Math.abs(start_off_ms)).toBeLessThanOrEqual(320);
        expect(Math.abs(end_off_ms)).toBeLessThanOrEqual(260);
      }
    }
  });

  it.each([-45, -50, -55, -60])('spoken at %d dB below full scale, in a quiet room, is found', (level_db) => {
    for (const name of sentences) {
      const { samples, start_ms } = sentence(name);
      const heard = hearing(laid(8, [0, at(pink(8), -78)], [saidAtMs, at(samples, level_db)]));
      expect({ name, heard: heard.map(({ type }) => type) }).toEqual({ name, heard: ['speech_start', 'speech_stop'] });
      expect(Math.abs((heard[0]?.at_ms ?? 0) - saidAtMs - start_ms)).toBeLessThanOrEqual(60);
    }
  });

  it('is heard apart from one that follows after a second, and as one with another that overlaps it', () => {
    const [one, other] = [sentence('maya-01'), sentence('jonas-05')];
    const gap_ms = saidAtMs + one.end_ms + 1_000 - other.start_ms;
    const apart = hearing(laid(12, [0, at(pink(12), -60)], [saidAtMs, one.samples], [gap_ms, other.samples]));
    expect(apart.map(({ type }) => type)).toEqual(['speech_start', 'speech_stop', 'speech_start', 'speech_stop']);
    const over = hearing(laid(12, [0, at(pink(12), -60)], [saidAtMs, one.samples], [4_500, other.samples]));
    expect(over.map(({ type }) => type)).toEqual(['speech_start', 'speech_stop']);
    expect(Math.abs((over[1]?.at_ms ?? 0) - 4_500 - other.end_ms)).toBeLessThanOrEqual(120);
  });
});

describe('no speech is heard', () => {
  it.each([-70, -50, -30, -20])('in a minute of white or pink noise at %d dB', (level_db) => {
    expect([hearing(at(white(60), level_db)), hearing(at(pink(60), level_db))]).toEqual([[], []]);
  });

  it('in hum, be it there from the beginning or not', () => {
    expect(hearing(at(hum(30), -30))).toEqual([]);
    expect(hearing(laid(20, [5_000, at(hum(15), -30)]))).toEqual([]);
  });

  it('in a minute of typing, soft or hard', () => {
    expect([hearing(at(typing(60), -40)), hearing(at(typing(60), -20))]).toEqual([[], []]);
  });

  it('when noise becomes 25 dB louder', () => {
    const louder = (noise: typeof white) => hearing(laid(20, [0, at(noise(20), -60)], [8_000, at(noise(12, 7), -35)]));
    expect([louder(white), louder(pink)]).toEqual([[], []]);
  });
});

describe('what is no speech but comes of people', () => {
  it('counts as speech when they laugh, from the first burst to the last', () => {
    const heard = hearing(laid(8, [saidAtMs, at(laughter(3), voiceDb)]));
    expect(heard.map(({ type }) => type)).toEqual(['speech_start', 'speech_stop']);
    expect(Math.abs((heard[0]?.at_ms ?? 0) - saidAtMs)).toBeLessThanOrEqual(60);
    expect(Math.abs((heard[1]?.at_ms ?? 0) - saidAtMs - 3_000)).toBeLessThanOrEqual(100);
  });

  it('counts as speech when they play music, for as long as the notes change', () => {
    const heard = hearing(at(music(20), voiceDb));
    expect(heard[0]?.type).toBe('speech_start');
    expect(heard.filter(({ type }) => type === 'speech_start').length).toBeLessThanOrEqual(2);
  });
});
