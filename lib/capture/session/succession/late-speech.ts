/** What is said while another worker of the bot still has it written down. */
import type { AttributedSound } from '../../meeting/speech.ts';
import type { SpeechAttribution } from '../speech/attribution.ts';

export interface LateSpeech extends SpeechAttribution {
  /** Hands on what was kept, and whatever comes then: of which what the other worker had is left out by its time. */
  begin(): void;
}

/** Minutes of several people who speak at once. */
const mostBytes = 32 * 1024 * 1024;

/** Of what does not fit, the oldest is forgotten. */
export const createLateSpeech = (attribution: SpeechAttribution): LateSpeech => {
  let kept: AttributedSound[] | undefined = [];
  let bytes = 0;
  return {
    look: attribution.look,
    take(sound) {
      if (!kept) return attribution.take(sound);
      kept.push(sound);
      bytes += sound.pcm.byteLength;
      while (bytes > mostBytes) bytes -= kept.shift()?.pcm.byteLength ?? bytes;
    },
    begin() {
      const sounds = kept ?? [];
      kept = undefined;
      for (const sound of sounds) attribution.take(sound);
    },
  };
};
