/** Whose voices are in what was heard of the page of `voices.html`. */
import type { AttributedSound } from '../../../lib/capture/meeting/speech.ts';

/** As the page has them. */
export const pitches = { ada: 110, ben: 160, cy: 230, dee: 320 } as const;
export type Name = keyof typeof pitches;
export const names = Object.keys(pitches) as Name[];
export const windowMs = 60;
const rate = 16_000;

/** How strong a tone is in a window (Goertzel). */
const strength = (samples: Int16Array, hertz: number): number => {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let [last, before] = [0, 0];
  for (const sample of samples) [last, before] = [sample / 32_768 + turn * last - before, last];
  return last * last + before * before - turn * last * before;
};

/** 16-bit PCM, at 16 kHz. */
export type Heard = Pick<AttributedSound, 'pcm'>;

export const samplesOf = ({ pcm }: Heard): Int16Array => new Int16Array(Uint8Array.from(pcm).buffer);

/** Whose voice is the loudest in each window of a piece in which anybody is loud. */
export const voicesIn = (piece: Heard): Name[] => {
  const samples = samplesOf(piece);
  const length = (windowMs * rate) / 1_000;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, index) => {
    const window = samples.subarray(index * length, (index + 1) * length);
    const strengths = names.map((name) => strength(window, pitches[name]) + strength(window, 2 * pitches[name]));
    const most = Math.max(...strengths);
    return most > 1 ? names[strengths.indexOf(most)] : undefined;
  }).flatMap((name) => name ?? []);
};

/** Whose voice nearly all of it is. Where a busy machine tore a hole into the sound, a window may sound like anybody. */
export const voiceOf = (pieces: readonly Heard[]): Name | undefined => {
  const voices = pieces.flatMap(voicesIn);
  return names.find((name) => voices.filter((voice) => voice === name).length > 0.9 * voices.length);
};

/** The same speech as the page's, as 16-bit PCM at 48 kHz. */
export const speechOf = (name: Name, from_ms: number, length_ms: number): Buffer => {
  const pcm = Int16Array.from({ length: length_ms * 48 }, (_, index) => {
    const ms = from_ms + index / 48;
    const overtones = Array.from(
      { length: 12 },
      (_, n) => Math.sin((2 * Math.PI * ms * pitches[name] * (n + 1)) / 1000) / (n + 1),
    );
    const syllables = 0.5 - 0.5 * Math.cos((2 * Math.PI * ms) / 250);
    return 32_767 * 0.15 * syllables * overtones.reduce((sum, one) => sum + one, 0);
  });
  return Buffer.from(pcm.buffer);
};
