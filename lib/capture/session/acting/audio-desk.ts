/** A client's server in the meeting: what it may hear of it, together and person by person, and that it can speak. */
import type { AudioSocket, AudioSocketSurroundings, OpenAudioSocket } from '../../audio-socket/audio-socket.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { AttributedSound } from '../../meeting/speech.ts';
import type { PeopleSeen } from '../people/people-seen.ts';
import type { SessionClock } from '../ports.ts';

export interface AudioDesk extends Disposable {
  /** The line to the server is there, though it may be broken just now. */
  readonly isOpen: boolean;
  /** The server may speak at any moment. */
  readonly mayBeHeard: boolean;
  /** What the server says can be heard from now on, or never will; until then it waits. Safe to repeat. */
  letSpeak(): void;
  /** Opens the line, and has everybody heard by themselves where the server wants that. Safe to repeat. */
  keep(): Promise<void>;
  /** Whether it, and whoever else is told what is heard, may hear whoever is there from now on; at first nobody may. */
  share(mayHear: boolean): void;
  /**
   * Takes what everybody together sounded like just now, as 48 kHz PCM in base64. Answers whether it may be heard: whoever else is to
   * be told goes by that.
   */
  hear(pcm: string): boolean;
}

export interface AudioDeskPorts extends AudioSocketSurroundings {
  readonly meeting: Pick<Meeting, 'voices'>;
  /** Absent where no server is to hear the meeting. */
  readonly open: OpenAudioSocket | undefined;
  readonly people: Pick<PeopleSeen, 'find'>;
  readonly clock: Pick<SessionClock, 'now_ms'>;
}

export const createAudioDesk = ({
  meeting: { voices },
  open,
  people,
  clock,
  ...surroundings
}: AudioDeskPorts): AudioDesk => {
  let socket: AudioSocket | undefined;
  let hasAskedForVoices = false;
  /** Since when anybody may be heard (Unix time); absent while nobody may. */
  let since_ms: number | undefined;

  /** It may come later than permission to hear it was given, or taken. */
  const hearVoice = (sound: AttributedSound): void => {
    if (since_ms === undefined || sound.start_timestamp_ms < since_ms) return;
    const person = sound.participant_id === null ? undefined : people.find(sound.participant_id);
    if (!person?.is_self) socket?.hearVoice(sound, person?.name ?? null);
  };

  return {
    get isOpen() {
      return socket !== undefined;
    },
    get mayBeHeard() {
      return socket?.mayBeHeard ?? false;
    },
    letSpeak: () => socket?.letSpeak(),
    async keep() {
      socket ??= open?.(surroundings);
      const rate = socket?.voices_rate;
      if (rate === undefined || hasAskedForVoices) return;
      if (voices) await voices.start(rate, hearVoice);
      else socket?.lackVoices();
      hasAskedForVoices = true;
    },
    share(mayHear) {
      since_ms = mayHear ? (since_ms ?? clock.now_ms()) : undefined;
    },
    hear(pcm) {
      if (since_ms === undefined) return false;
      socket?.hear(pcm);
      return true;
    },
    [Symbol.dispose]: () => socket?.[Symbol.dispose](),
  };
};
