/** Hears who speaks in a stream, of sound by person or of all mixed, and hands over what they say piece by piece. */

import { createListener } from '../media/listening/listener.ts';
import { createResampler, type Resampler } from '../media/listening/resampler.ts';
import { fromInt16, samplesIn } from '../media/pcm.ts';
import { meetingRate } from '../media/sound.ts';
import type { AttributedSound } from '../meeting/speech.ts';
import type { Heard } from '../programs/protocol/speech.ts';
import type { StreamSound } from './stream-take.ts';

/** Sound as a stream brings it: 16-bit linear PCM, mono. */
export interface StreamPcm {
  /** Nobody's, when everybody's is mixed. */
  readonly participant_id: string | null;
  readonly pcm: Buffer;
  readonly sample_rate: number;
  /** Unix time. */
  readonly at_ms: number;
}

export interface StreamVoices {
  /** Answers the sound in the form in which it is recorded. */
  hear(sound: StreamPcm): StreamSound;
  /** Nothing more comes that is older than this. Answers whose sound has ended for good, by the numbers of their voices. */
  reach(now_ms: number): number[];
  /** Who of all that are mixed is heard from now on. */
  setSpeaker(participant_id: string): void;
  /** Whether what is said is handed over from now on. */
  listen(isWanted: boolean): void;
}

export interface StreamVoicesPorts {
  tell(heard: Heard): void;
  give(sound: AttributedSound): void;
}

// Of those who say nothing, nothing comes: what is missing for so long is silence.
const missingAfterMs = 200;
// Enough for a listener to be certain that somebody has stopped.
const silenceToldMs = 1_500;
const blockMs = 100;
/** Whoever says nothing for so long is forgotten until they speak again. */
const forgottenAfterMs = 60_000;

const silence = new Float32Array((meetingRate * blockMs) / 1000);

interface Voice {
  readonly number: number;
  readonly resampler: Resampler | undefined;
  /** Until when sound came, and until when its listener has heard it or silence. */
  until_ms: number;
  heard_ms: number;
}

export const createStreamVoices = ({ tell, give }: StreamVoicesPorts): StreamVoices => {
  const voices = new Map<string | null, Voice>();
  const listener = createListener({
    wallClock: (at_ms) => at_ms,
    tell,
    give,
  });
  let count = 0;
  let speaker: string | null = null;

  const voiceOf = (participant_id: string | null, rate: number): Voice => {
    const known = voices.get(participant_id);
    if (known && (known.resampler?.from ?? meetingRate) === rate) return known;
    if (known) listener.end(known.number, known.heard_ms);
    count += 1;
    listener.add(count, participant_id ?? speaker);
    const resampler = rate === meetingRate ? undefined : createResampler(rate, meetingRate);
    const voice = { number: count, resampler, until_ms: 0, heard_ms: 0 };
    voices.set(participant_id, voice);
    return voice;
  };

  /** Silence up to a moment, where nothing came. */
  const pad = (voice: Voice, until_ms: number): void => {
    for (; voice.heard_ms + blockMs <= until_ms; voice.heard_ms += blockMs)
      listener.hear({ voice: voice.number, samples: silence, at_ms: voice.heard_ms, given_ms: voice.heard_ms });
  };

  return {
    hear({ participant_id, pcm, sample_rate, at_ms }) {
      const voice = voiceOf(participant_id, sample_rate);
      const samples = fromInt16(samplesIn(pcm));
      const sound = { voice: voice.number, samples: voice.resampler?.take(samples) ?? samples, at_ms };
      listener.hear({ ...sound, given_ms: at_ms });
      voice.until_ms = at_ms + (samples.length / sample_rate) * 1000;
      voice.heard_ms = voice.until_ms;
      return sound;
    },
    reach(now_ms) {
      const ended: number[] = [];
      for (const [participant_id, voice] of voices) {
        if (now_ms - voice.until_ms > missingAfterMs) pad(voice, Math.min(now_ms, voice.until_ms + silenceToldMs));
        if (now_ms - voice.until_ms < forgottenAfterMs) continue;
        voices.delete(participant_id);
        listener.end(voice.number, voice.heard_ms);
        ended.push(voice.number);
      }
      return ended;
    },
    setSpeaker(participant_id) {
      speaker = participant_id;
      const mixed = voices.get(null);
      if (mixed) listener.setOwner(mixed.number, participant_id, mixed.heard_ms);
    },
    listen: (isWanted) => listener.listen({ pieces: isWanted }),
  };
};
