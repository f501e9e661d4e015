import { describe, expect, it } from 'vitest';
import { createSpeechGate, loudness, type SpeechChange } from '../../../lib/capture/listening/speech-gate.ts';

const step_ms = 40;

/** Plays levels of given lengths to a gate; answers what it told. */
const play = (...parts: readonly [level_db: number, length_ms: number][]): SpeechChange[] => {
  const gate = createSpeechGate();
  const changes: SpeechChange[] = [];
  let at_ms = 0;
  for (const [level, length] of parts) {
    for (const end_ms = at_ms + length; at_ms < end_ms; at_ms += step_ms) {
      const change = gate.measure(level, at_ms);
      if (change) changes.push(change);
    }
  }
  return changes;
};

describe('the speech gate', () => {
  it('tells when speech began and when it fell silent, not when it was sure', () => {
    expect(play([-100, 1_000], [-30, 2_000], [-100, 1_000])).toEqual([
      { type: 'speech_start', at_ms: 1_000 },
      { type: 'speech_stop', at_ms: 2_960 },
    ]);
  });

  it('ignores a click', () => {
    expect(play([-100, 1_000], [-20, 80], [-100, 1_000])).toEqual([]);
  });

  it('holds through the pauses between words', () => {
    const words = Array.from(
      { length: 5 },
      () =>
        [
          [-30, 400],
          [-100, 400],
        ] as [number, number][],
    ).flat();
    expect(play([-100, 1_000], ...words, [-100, 1_000]).map(({ type }) => type)).toEqual([
      'speech_start',
      'speech_stop',
    ]);
  });

  it('does not take steady noise for speech, and hears speech above it', () => {
    expect(play([-45, 20_000])).toEqual([]);
    expect(play([-45, 20_000], [-20, 1_000], [-45, 1_000]).map(({ type }) => type)).toEqual([
      'speech_start',
      'speech_stop',
    ]);
  });

  it('finds out noise that began in silence', () => {
    const changes = play([-100, 2_000], [-40, 60_000]);
    expect(changes.map(({ type }) => type)).toEqual(['speech_start', 'speech_stop']);
  });

  it('measures loudness in decibels below full scale', () => {
    expect(loudness(new Float32Array(100))).toBe(-100);
    expect(loudness(new Float32Array(100).fill(1))).toBe(0);
    expect(loudness(new Float32Array(100).fill(0.1))).toBeCloseTo(-20);
  });
});
