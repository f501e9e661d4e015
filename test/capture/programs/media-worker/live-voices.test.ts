import { describe, expect, it } from 'vitest';
import { createLiveVoices, type LiveSound } from '../../../../lib/capture/programs/media-worker/live-voices.ts';

const blockMs = 10;

const room = (rate: number | undefined = 16_000) => {
  const given: LiveSound[] = [];
  const live = createLiveVoices((sound) => given.push({ ...sound, samples: sound.samples.slice() }));
  live.want(rate);
  /** So much of a tone, or of silence, from a moment on. */
  const play = (owner: string | null, from_ms: number, length_ms: number, loudness = 0.5, voice = 1) => {
    for (let at_ms = from_ms; at_ms < from_ms + length_ms; at_ms += blockMs) {
      const samples = Float32Array.from(
        { length: 480 },
        (_, n) => loudness * Math.sin(2 * Math.PI * 440 * (at_ms / 1000 + n / 48_000)),
      );
      live.hear(owner, { voice, samples, at_ms, given_ms: at_ms });
    }
  };
  return { live, given, play, who: () => given.map(({ participant_id }) => participant_id) };
};

describe('live voices', () => {
  it.each([8_000, 16_000, 24_000])('are handed on at %i samples a second, every 40 ms, as they sounded', (rate) => {
    const { given, play } = room(rate);
    play('ada', 1_000, 1_000);
    expect(given.length).toBe(25);
    for (const [n, { at_ms, samples, sample_rate }] of given.entries()) {
      expect([samples.length, sample_rate]).toEqual([rate * 0.04, rate]);
      expect(at_ms - (given[0]?.at_ms ?? 0)).toBeCloseTo(n * 40, 6);
    }
    // What is said to be at a moment was at that moment.
    const { at_ms = 0, samples = new Float32Array() } = given[10] ?? {};
    const expected = samples.map((_, n) => 0.5 * Math.sin(2 * Math.PI * 440 * (at_ms / 1000 + n / rate)));
    expect(Math.max(...samples.map((sample, n) => Math.abs(sample - (expected[n] ?? 0))))).toBeLessThan(0.02);
  });

  it('go on through a pause between words, and not through silence', () => {
    const { given, play } = room();
    play('ada', 0, 400);
    play('ada', 400, 300, 0);
    play('ada', 700, 400);
    const spoken = given.length;
    expect(spoken).toBeGreaterThanOrEqual(26);
    play('ada', 1_100, 60_000, 0);
    expect(given.length - spoken).toBeLessThanOrEqual(13);
    const silent = given.length;
    play('ada', 61_100, 200);
    expect(given.length).toBeGreaterThan(silent);
    expect(given[silent]?.at_ms).toBeGreaterThan(61_090);
  });

  it('of people who are silent are not handed on at all', () => {
    const { given, play } = room();
    play('ada', 0, 5_000, 2 / 32_768);
    expect(given).toEqual([]);
  });

  it('are told apart, also where two share a line', () => {
    const { play, given, who } = room();
    play('ada', 0, 400);
    play('ben', 400, 400);
    play(null, 800, 400);
    play('cy', 0, 400, 0.5, 2);
    expect([...new Set(who())]).toEqual(['ada', 'ben', null, 'cy']);
    const [bens] = given.filter(({ participant_id }) => participant_id === 'ben');
    // Nothing of what Ada said is in it: it begins as softly as a filter that has heard nothing.
    expect(bens?.at_ms).toBeGreaterThan(395);
    expect(Math.abs(bens?.samples[0] ?? 1)).toBeLessThan(0.05);
  });

  it('that were interrupted go on at the moment at which they did', () => {
    const { play, given } = room();
    play('ada', 0, 100);
    play('ada', 5_000, 100);
    expect(given.map(({ at_ms }) => at_ms > 4_990)).toEqual([false, false, true, true]);
  });

  it('are kept back while nobody wants them', () => {
    const { live, play, given } = room();
    live.want(undefined);
    play('ada', 0, 400);
    expect(given).toEqual([]);
    live.want(8_000);
    play('ada', 400, 400);
    expect(given[0]?.sample_rate).toBe(8_000);
    live.end(1);
    play('ben', 800, 400);
    expect(given.at(-1)?.participant_id).toBe('ben');
  });
});
