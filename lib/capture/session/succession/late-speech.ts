/** What is said while another worker of the bot still has it written down. */
import type { AttributedSound } from '../../meeting/speech.ts';
import type { Said } from '../ports.ts';
import { type SpeechAttribution, speakerUuidOf } from '../speech/attribution.ts';
import { partsOutside, type Span } from '../speech/parts.ts';

export interface LateSpeech extends SpeechAttribution {
  /**
   * Hands on what was kept, and whatever comes then. What the other worker had is left out by its time, or, where nobody
   * knows until when it had all, by what was `said`: to each speaker.
   */
  begin(said?: readonly Said[]): void;
}

/** Minutes of several people who speak at once. */
const mostBytes = 32 * 1024 * 1024;
/** Two workers do not hear quite the same beginnings and ends. */
const leastRestMs = 500;

/** Of what does not fit, the oldest is forgotten. */
export const createLateSpeech = (attribution: SpeechAttribution): LateSpeech => {
  let kept: AttributedSound[] | undefined = [];
  let bytes = 0;
  /** By speaker. */
  let had = new Map<string, Required<Span>[]>();

  const handOn = (sound: AttributedSound): void => {
    const { participant_id, start_timestamp_ms, duration_ms } = sound;
    const spans = (had.get(speakerUuidOf(participant_id)) ?? []).filter(
      ({ since_ms, until_ms }) => since_ms < start_timestamp_ms + duration_ms && start_timestamp_ms < until_ms,
    );
    const rest = partsOutside(sound, spans).filter((part) => part.duration_ms >= leastRestMs);
    const parts = spans.length > 0 ? rest : [sound];
    for (const part of parts) attribution.take({ ...part, participant_id });
  };

  return {
    look: attribution.look,
    take(sound) {
      if (!kept) return handOn(sound);
      kept.push(sound);
      bytes += sound.pcm.byteLength;
      while (bytes > mostBytes) bytes -= kept.shift()?.pcm.byteLength ?? bytes;
    },
    begin(said = []) {
      const spans = said.map(({ speaker_uuid, timestamp_ms, duration_ms }) => ({
        ...{ speaker_uuid, since_ms: timestamp_ms, until_ms: timestamp_ms + duration_ms },
      }));
      had = Map.groupBy(spans, ({ speaker_uuid }) => speaker_uuid);
      const sounds = kept ?? [];
      kept = undefined;
      for (const sound of sounds) handOn(sound);
    },
  };
};
