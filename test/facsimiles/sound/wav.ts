/** Reads and writes WAV by the book (RIFF, http://soundfile.sapp.org/doc/WaveFormat/): 16-bit PCM, the only kind that services are sent here. */

export interface Sound {
  readonly sample_rate: number;
  readonly channels: number;
  /** Interleaved. */
  readonly samples: Int16Array;
  readonly seconds: number;
}

export class WavError extends Error {
  override readonly name = 'WavError';
}

const insist = (claim: boolean, otherwise: string): void => {
  if (!claim) throw new WavError(otherwise);
};

/** Every length in the header must be right: players forgive a wrong one, services differ. @throws WavError */
export const readWav = (bytes: Uint8Array): Sound => {
  const wav = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number): string => wav.toString('latin1', at, at + 4);
  insist(wav.length >= 44, 'is shorter than a header of 44 bytes');
  insist(tag(0) === 'RIFF' && tag(8) === 'WAVE', 'does not begin with RIFF and WAVE');
  insist(wav.readUInt32LE(4) === wav.length - 8, `says ${wav.readUInt32LE(4)} bytes follow, ${wav.length - 8} do`);
  insist(tag(12) === 'fmt ' && wav.readUInt32LE(16) === 16, 'has no fmt chunk of 16 bytes first');
  insist(wav.readUInt16LE(20) === 1, `is of format ${wav.readUInt16LE(20)}, not PCM`);
  const channels = wav.readUInt16LE(22);
  const sample_rate = wav.readUInt32LE(24);
  insist(wav.readUInt16LE(34) === 16, `has ${wav.readUInt16LE(34)} bits a sample, not 16`);
  insist(wav.readUInt16LE(32) === channels * 2, 'has a wrong block align');
  insist(wav.readUInt32LE(28) === sample_rate * channels * 2, 'has a wrong byte rate');
  insist(tag(36) === 'data' && wav.readUInt32LE(40) === wav.length - 44, 'has no data chunk that fills the rest');
  insist((wav.length - 44) % (channels * 2) === 0, 'ends within a sample');
  const samples = new Int16Array(wav.subarray(44).buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length));
  return { sample_rate, channels, samples, seconds: samples.length / channels / sample_rate };
};

/** A mono WAV file of these samples. */
export const writeWav = (samples: Int16Array, sample_rate: number): Uint8Array<ArrayBuffer> => {
  const wav = Buffer.alloc(44 + samples.length * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(sample_rate, 24);
  wav.writeUInt32LE(sample_rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, i) => void wav.writeInt16LE(sample, 44 + i * 2));
  return Uint8Array.from(wav);
};
