/** Sound in a file that says what it is. RIFF, http://soundfile.sapp.org/doc/WaveFormat/ */

const headerBytes = 44;
const bytesPerSample = 2;

/** A WAV file of 16-bit linear PCM, mono. Silence is added at its end where it would be shorter than `least_ms`. */
export const wavOf = (pcm: Uint8Array, sample_rate: number, least_ms = 0): Buffer<ArrayBuffer> => {
  const bytes = Math.max(pcm.byteLength, Math.ceil((least_ms * sample_rate) / 1000) * bytesPerSample);
  const wav = Buffer.alloc(headerBytes + bytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(headerBytes - 8 + bytes, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // channels
  wav.writeUInt32LE(sample_rate, 24);
  wav.writeUInt32LE(sample_rate * bytesPerSample, 28);
  wav.writeUInt16LE(bytesPerSample, 32);
  wav.writeUInt16LE(8 * bytesPerSample, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(bytes, 40);
  wav.set(pcm, headerBytes);
  return wav;
};
