/** The way of sound into a microphone that we made, block by block. */
import { meetingRate } from '../../media/sound.ts';
import type { Samples } from './sound.ts';

export const createMicrophone = () => {
  let writer: WritableStreamDefaultWriter<AudioData> | undefined;
  let written = 0;
  return {
    plugIn(stream: WritableStream<AudioData>): void {
      writer = stream.getWriter();
    },
    /** What nobody has plugged anything in for is lost, and takes its time all the same. */
    speak(data: Samples): void {
      const timestamp = Math.round((written / meetingRate) * 1e6);
      written += data.length;
      const format = { format: 'f32-planar', sampleRate: meetingRate, numberOfChannels: 1 } as const;
      const sound = { ...format, numberOfFrames: data.length, timestamp, data };
      writer?.write(new AudioData(sound)).catch(() => undefined);
    },
  };
};
