/** The way of sound into a microphone that we made, block by block. */
import { type Samples, sampleRate } from './sound.ts';

export const createMicrophone = () => {
  let writer: WritableStreamDefaultWriter<AudioData> | undefined;
  let written = 0;
  return {
    plugIn(stream: WritableStream<AudioData>): void {
      writer = stream.getWriter();
    },
    /** What nobody has plugged anything in for is lost, and takes its time all the same. */
    speak(data: Samples): void {
      const timestamp = Math.round((written / sampleRate) * 1e6);
      written += data.length;
      const format = { format: 'f32-planar', sampleRate, numberOfChannels: 1 } as const;
      const sound = { ...format, numberOfFrames: data.length, timestamp, data };
      writer?.write(new AudioData(sound)).catch(() => undefined);
    },
  };
};
