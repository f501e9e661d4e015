/** Sound of one channel, in the form in which mediabunny hands it to its encoders. */
import { AudioSample, type AudioSampleCopyToOptions } from 'mediabunny';

const bytesOf = (destination: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(destination)
    ? new Uint8Array(destination.buffer, destination.byteOffset, destination.byteLength)
    : new Uint8Array(destination);

/**
 * Copies what an encoder asks for in one go: of a sample that is no more than that, mediabunny's own copies number by
 * number, whatever the forms, which takes longer than some of what is done with them.
 */
export class MonoSample extends AudioSample {
  readonly #samples: Float32Array<ArrayBuffer>;

  /** `timestamp`: in seconds. */
  constructor(samples: Float32Array<ArrayBuffer>, sampleRate: number, timestamp: number) {
    super({ data: samples, format: 'f32-planar', numberOfChannels: 1, sampleRate, timestamp });
    this.#samples = samples;
  }

  override clone(): MonoSample {
    return new MonoSample(this.#samples, this.sampleRate, this.timestamp);
  }

  override copyTo(destination: AllowSharedBufferSource, options: AudioSampleCopyToOptions): void {
    const {
      format = this.format,
      planeIndex,
      frameOffset = 0,
      frameCount = this.numberOfFrames - frameOffset,
    } = options;
    const samples = this.#samples.subarray(frameOffset, frameOffset + frameCount);
    const { buffer, byteOffset, byteLength } = bytesOf(destination);
    const isSmall = format === 's16' || format === 's16-planar';
    const isLarge = format === 'f32' || format === 'f32-planar';
    const size = isSmall ? Int16Array.BYTES_PER_ELEMENT : Float32Array.BYTES_PER_ELEMENT;
    const fits = planeIndex === 0 && samples.length === frameCount && frameCount > 0 && byteLength >= frameCount * size;
    if ((!isSmall && !isLarge) || byteOffset % size !== 0 || !fits) {
      super.copyTo(destination, options);
      return;
    }
    if (isLarge) {
      new Float32Array(buffer, byteOffset, frameCount).set(samples);
      return;
    }
    const small = new Int16Array(buffer, byteOffset, frameCount);
    for (let index = 0; index < frameCount; index += 1)
      small[index] = Math.max(-32_768, Math.min(32_767, Math.round((samples[index] as number) * 32_768)));
  }
}
