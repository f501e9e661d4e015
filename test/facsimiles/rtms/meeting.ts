/** What goes on in an imitated meeting: who is there, who speaks with which voice, what is to be seen. Nothing of the protocol. */
import { clipNamed, packetsOf, speechOf } from '../sound/speech.ts';
import type { Footage, Frame } from './films/footage.ts';

export interface Person {
  readonly user_id: number;
  readonly user_name: string;
}

/** A sentence, decoded. */
export interface Voice {
  readonly text: string;
  /** 48 kHz, mono. */
  readonly samples: Int16Array;
  /** The same as Opus, 20 ms each. */
  readonly packets: readonly Uint8Array[];
  readonly duration_ms: number;
}

const decoded = new Map<string, Promise<Voice>>();
const decode = async (clip: string): Promise<Voice> => {
  const [samples, packets] = await Promise.all([speechOf(clip, 48_000), packetsOf(clip)]);
  return { text: clipNamed(clip).text, samples, packets, duration_ms: packets.length * 20 };
};
/** Decoded once: all clips together are 17 MB. */
export const voiceOf = (clip: string): Promise<Voice> => {
  const voice = decoded.get(clip) ?? decode(clip);
  decoded.set(clip, voice);
  return voice;
};

interface Speech {
  readonly person: Person;
  readonly voice: Voice;
  readonly from_ms: number;
}

/** Pictures that somebody gives, from a moment on. */
export interface Film {
  readonly person: Person;
  readonly footage: Footage;
  readonly from_ms: number;
}

/** Somebody's sound in a stretch of time. */
export interface Sounding {
  readonly person: Person;
  readonly samples: Int16Array;
  readonly packet: Uint8Array;
}

// https://developers.zoom.us/docs/rtms/media-parameter-definition/: up to three speakers in each 20 ms.
const mostVoices = 3;

export interface Meeting {
  readonly people: readonly Person[];
  join(person: Person): void;
  leave(person: Person): void;
  /** The speech lasts as long as the voice. */
  speak(person: Person, voice: Voice, at_ms: number): void;
  /** Whoever began to speak last. */
  readonly speaker: Person | undefined;
  /** Turns a camera on, to another film, or off. */
  show(person: Person, footage: Footage | undefined, at_ms: number): void;
  /** The picture of the active speaker; of whoever has one when nobody has spoken. */
  readonly camera: Film | undefined;
  share(film: Film | undefined): void;
  readonly shared: Film | undefined;
  /** Those who sound between two moments, each with samples of the whole stretch. */
  voices(rate: number, from_ms: number, to_ms: number): Sounding[];
  /** All together, also when nobody speaks. */
  mixed(rate: number, from_ms: number, to_ms: number): Int16Array;
}

const clamp = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample)));

/** Samples at a lower rate: each is the mean of those that it stands for. */
const lowered = (samples: Int16Array, factor: number): Int16Array => {
  if (factor === 1) return samples;
  const fewer = new Int16Array(Math.floor(samples.length / factor));
  for (let i = 0; i < fewer.length; i++) {
    let sum = 0;
    for (let j = 0; j < factor; j++) sum += samples[i * factor + j] ?? 0;
    fewer[i] = Math.round(sum / factor);
  }
  return fewer;
};

/** The pictures of a film that fall between two moments. It begins anew when it is over. */
export const framesBetween = (film: Film, from_ms: number, to_ms: number): { frame: Frame; at_ms: number }[] => {
  const { frames, rate } = film.footage;
  const numberAt = (at: number): number => Math.ceil(((at - film.from_ms) * rate) / 1000);
  const found: { frame: Frame; at_ms: number }[] = [];
  for (let n = Math.max(0, numberAt(from_ms)); n < numberAt(to_ms); n++) {
    const frame = frames[n % frames.length];
    if (frame) found.push({ frame, at_ms: Math.round(film.from_ms + (n * 1000) / rate) });
  }
  return found;
};

export const aMeeting = (): Meeting => {
  const people: Person[] = [];
  const speeches: Speech[] = [];
  const cameras = new Map<number, Film>();
  let speaker: Person | undefined;
  let shared: Film | undefined;
  let camera: Film | undefined;

  const chooseCamera = (at_ms: number): void => {
    const chosen = (speaker && cameras.get(speaker.user_id)) ?? [...cameras.values()][0];
    if (chosen?.person === camera?.person && chosen?.footage === camera?.footage) return;
    // Whoever comes into the picture is encoded anew, from a key picture on.
    camera = chosen && { ...chosen, from_ms: at_ms };
  };

  const part = ({ voice, from_ms }: Speech, rate: number, from: number, to: number): Int16Array => {
    const stretch = new Int16Array(((to - from) * 48_000) / 1000);
    const offset = Math.round(((from - from_ms) * 48_000) / 1000);
    const first = Math.max(0, offset);
    const heard = voice.samples.subarray(first, Math.max(first, offset + stretch.length));
    stretch.set(heard, Math.max(0, -offset));
    return lowered(stretch, 48_000 / rate);
  };

  const soundingBetween = (from: number, to: number): Speech[] =>
    speeches.filter(({ from_ms, voice }) => from_ms < to && from_ms + voice.duration_ms > from).slice(-mostVoices);

  return {
    people,
    get speaker() {
      return speaker;
    },
    get camera() {
      return camera;
    },
    get shared() {
      return shared;
    },
    join: (person) => void people.push(person),
    leave(person) {
      people.splice(people.indexOf(person), 1);
      cameras.delete(person.user_id);
      if (speaker === person) speaker = undefined;
      if (camera?.person === person) camera = undefined;
    },
    speak(person, voice, at_ms) {
      speeches.push({ person, voice, from_ms: at_ms });
      speaker = person;
      chooseCamera(at_ms);
    },
    show(person, footage, at_ms) {
      if (footage) cameras.set(person.user_id, { person, footage, from_ms: at_ms });
      else cameras.delete(person.user_id);
      chooseCamera(at_ms);
    },
    share(film) {
      shared = film;
    },
    voices: (rate, from, to) =>
      soundingBetween(from, to).map((speech) => ({
        person: speech.person,
        samples: part(speech, rate, from, to),
        packet: speech.voice.packets[Math.round((from - speech.from_ms) / 20)] ?? new Uint8Array(),
      })),
    mixed(rate, from, to) {
      const all = soundingBetween(from, to).map((speech) => part(speech, rate, from, to));
      const mix = new Int16Array(((to - from) * rate) / 1000);
      for (let i = 0; i < mix.length; i++) {
        let sum = 0;
        for (const samples of all) sum += samples[i] ?? 0;
        mix[i] = clamp(sum);
      }
      return mix;
    },
  };
};
