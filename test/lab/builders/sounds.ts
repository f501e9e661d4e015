/** Sounds at 16 kHz to try a gate with: recorded sentences, noise, hum, music, laughter, typing. */
import { readFileSync } from 'node:fs';
import { createFeatures, frameLength, frameMs } from '../../../lib/capture/media/listening/features.ts';
import { createSpeechGate } from '../../../lib/capture/media/listening/speech-gate.ts';
import type { SpeechChange } from '../../../lib/capture/programs/protocol/speech.ts';

export const rate = 16_000;
export const sentences = ['maya-01', 'maya-04', 'jonas-02', 'jonas-05', 'robot'] as const;

/** ITU-T G.711. */
const fromMuLaw = (byte: number): number => {
  const code = ~byte & 0xff;
  const size = (((code & 0x0f) << 3) + 0x84) << ((code >> 4) & 7);
  return ((code & 0x80 ? -1 : 1) * (size - 0x84)) / 32_768;
};

// Loops and no callbacks: there are millions of samples.
const rms = (samples: Float32Array): number => {
  let sum = 0;
  for (let n = 0; n < samples.length; n += 1) sum += (samples[n] ?? 0) ** 2;
  return Math.sqrt(sum / Math.max(1, samples.length));
};
export const at = (samples: Float32Array, level_db: number): Float32Array => {
  const gain = 10 ** (level_db / 20) / (rms(samples) || 1);
  return samples.map((sample) => sample * gain);
};

const readSentence = (name: (typeof sentences)[number]) => {
  const bytes = readFileSync(new URL(`../fixtures/sounds/${name}.ul`, import.meta.url));
  const samples = at(Float32Array.from(bytes, fromMuLaw), -25);
  const levels = Array.from({ length: Math.floor(samples.length / 160) }, (_, index) =>
    rms(samples.subarray(index * 160, index * 160 + 160)),
  );
  const loud = Math.max(...levels) / 30;
  return {
    samples,
    start_ms: levels.findIndex((level) => level > loud) * 10,
    end_ms: (levels.findLastIndex((level) => level > loud) + 1) * 10,
  };
};
const known = new Map<string, ReturnType<typeof readSentence>>();

/** A sentence at -25 dB, with the moments between which it sounds. */
export const sentence = (name: (typeof sentences)[number]) => {
  const read = known.get(name) ?? readSentence(name);
  known.set(name, read);
  return read;
};

/** The same random numbers every time: https://en.wikipedia.org/wiki/Linear_congruential_generator */
export const dice = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const made = (seconds: number, sample: (t: number, index: number) => number): Float32Array => {
  const samples = new Float32Array(Math.round(seconds * rate));
  for (let index = 0; index < samples.length; index += 1) samples[index] = sample(index / rate, index);
  return samples;
};

type Sound = (seconds: number, seed?: number) => Float32Array;

/** A sound of which each length is made once, however often it is asked for. Nobody may change what is answered. */
const once = (sound: Sound): Sound => {
  const known = new Map<string, Float32Array>();
  return (seconds, seed) => {
    const asked = `${seconds} ${seed}`;
    const samples = known.get(asked) ?? sound(seconds, seed);
    known.set(asked, samples);
    return samples;
  };
};

const sine = (hertz: number, t: number): number => Math.sin(2 * Math.PI * hertz * t);

export const silence = (seconds: number): Float32Array => made(seconds, () => 0);
export const white = once((seconds, seed = 1) => {
  const roll = dice(seed);
  return made(seconds, () => roll() + roll() + roll() - 1.5);
});
/** Paul Kellet's filter. */
export const pink = once((seconds, seed = 2) => {
  let [a, b, c] = [0, 0, 0];
  return white(seconds, seed).map((sample) => {
    a = 0.99765 * a + sample * 0.099046;
    b = 0.963 * b + sample * 0.2965164;
    c = 0.57 * c + sample * 1.0526913;
    return a + b + c + sample * 0.1848;
  });
});
/** The mains and their harmonics. */
export const hum = once((seconds) =>
  made(seconds, (t) => [1, 2, 3, 5, 7].reduce((sum, n) => sum + sine(50 * n, t) / n, 0)),
);
/** Chords of three, two a second. */
export const music = (seconds: number): Float32Array =>
  made(seconds, (t) => {
    const root = [220, 247, 262, 196][Math.floor(t * 2) % 4] ?? 220;
    const fade = Math.exp(-3 * ((t * 2) % 1));
    return fade * [1, 1.26, 1.5].reduce((sum, n) => sum + sine(root * n, t) + sine(2 * root * n, t) / 3, 0);
  });
/** Bursts of voice, five a second, as in "ha ha ha". */
export const laughter = (seconds: number): Float32Array => {
  const roll = dice(3);
  return made(seconds, (t) => {
    const phase = (t * 5) % 1;
    if (phase > 0.6) return 0.05 * (roll() - 0.5);
    const pitch = 260 - 60 * phase;
    const harmonics = [1, 2, 3, 4, 5, 6].reduce((sum, n) => sum + sine(pitch * n, t) / n, 0);
    return Math.sin((Math.PI * phase) / 0.6) * (harmonics + 0.5 * (roll() - 0.5));
  });
};
/** Strokes of a keyboard, seven a second, never quite in time. */
export const typing = (seconds: number): Float32Array => {
  const roll = dice(4);
  const samples = silence(seconds);
  for (let t = 0.05; t < seconds; t += 0.08 + roll() * 0.12) {
    const [from, loud] = [Math.round(t * rate), 0.5 + roll()];
    for (let n = 0; n < 500 && from + n < samples.length; n += 1) {
      samples[from + n] = (samples[from + n] ?? 0) + loud * (roll() - 0.5) * Math.exp(-n / 90);
    }
  }
  return samples;
};

/** Lays sounds over each other; each begins at its moment. */
export const laid = (seconds: number, ...parts: readonly (readonly [at_ms: number, samples: Float32Array])[]) => {
  const mixed = silence(seconds);
  for (const [at_ms, samples] of parts) {
    const from = Math.round((at_ms * rate) / 1000);
    for (let n = 0; n < samples.length && from + n < mixed.length; n += 1)
      mixed[from + n] = (mixed[from + n] ?? 0) + (samples[n] ?? 0);
  }
  return mixed;
};

export interface Heard extends SpeechChange {
  /** How long after the moment it was told. */
  readonly late_ms: number;
}

/** What a gate tells of a sound. */
export const hearing = (samples: Float32Array): Heard[] => {
  const [features, gate] = [createFeatures(), createSpeechGate()];
  const heard: Heard[] = [];
  for (let frame = 0; (frame + 1) * frameLength <= samples.length; frame += 1) {
    const now_ms = frame * frameMs;
    const change = gate.measure(features(samples.subarray(frame * frameLength, (frame + 1) * frameLength)), now_ms);
    if (change) heard.push({ ...change, late_ms: now_ms + frameMs - change.at_ms });
  }
  return heard;
};
