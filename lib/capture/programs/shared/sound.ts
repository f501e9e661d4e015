/** Sound inside the workers: 48 kHz, one channel. Pure. */
import { fromInt16, samplesIn, toInt16 } from '../../media/pcm.ts';
import { meetingRate } from '../../media/sound.ts';

/** Sound is handled in blocks of 10 ms, as WebRTC does. */
export const blockSamples = meetingRate / 100;
export const blockMs = 10;

export type Samples = Float32Array<ArrayBuffer>;

export const toPcm = (samples: Float32Array): string => new Uint8Array(toInt16(samples).buffer).toBase64();

export const fromPcm = (base64: string): Samples => fromInt16(samplesIn(Uint8Array.fromBase64(base64)));
