/**
 * Sound over a WebSocket both ways: what the meeting sounds like without the bot, and each person in it where that is
 * wanted, to a server of a client's, and what that server says, into the meeting. It stands beside everything else that the bot does, and nothing waits for it.
 */
import type { AudioSocketSettings } from '../../domain/bot/settings.ts';
import type { GuardOptions } from '../../net/address-guard.ts';
import { BoundedMap } from '../../process/bounded.ts';
import { samplesIn } from '../media/pcm.ts';
import { meetingRate } from '../media/sound.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { AttributedSound } from '../meeting/speech.ts';
import { connect, mostWaitingBytes } from './connection.ts';
import { bytesOf, createRateChange } from './rates.ts';
import { createSpeaking } from './speaking.ts';

export interface AudioSocketOptions {
  readonly settings: AudioSocketSettings;
  readonly bot_id: string;
  readonly guard: GuardOptions;
}

export interface AudioSocketSurroundings {
  readonly log: SessionLog;
  /** Takes 48 kHz PCM in base64, to be heard in the meeting now. */
  readonly say: (pcm: string) => void;
  /** Has what was to be heard forgotten. */
  readonly hush: () => void;
  /** Hears that the server is there: from now on it may speak at any moment. */
  readonly onFirst: () => void;
}

export interface AudioSocket extends Disposable {
  readonly isOpen: boolean;
  /** The server may speak at any moment, if not in this one. */
  readonly mayBeHeard: boolean;
  /** What the server says can be heard from now on, or never will; until then it waits. Safe to repeat. */
  letSpeak(): void;
  /** Takes 48 kHz PCM in base64, of what was heard until now. */
  hear(pcm: string): void;
  /** At which rate everybody is to be heard by themselves; undefined where that is not wanted. */
  readonly voices_rate: number | undefined;
  /** Takes what one person sounded like, at that rate, and their name as far as it is known. */
  hearVoice(sound: AttributedSound, name: string | null): void;
  /** Nobody can be heard by themselves here: the server is told so whenever it is there. */
  lackVoices(): void;
}

/** What everybody says together is the last to be left out where a server is slow. */
const mostWaitingForVoices = mostWaitingBytes / 2;
const mostPeople = 5_000;
const noVoices = 'this meeting does not tell voices apart: only realtime_audio.mixed is sent';

export type OpenAudioSocket = (surroundings: AudioSocketSurroundings) => AudioSocket;

/**
 * A socket is there for as long as the bot is in the meeting, and connected as soon and as often as it can be. One that is
 * opened after another counts on.
 */
export const audioSocketOf = ({
  settings: { url, sample_rate, per_participant },
  bot_id,
  guard,
}: AudioSocketOptions): OpenAudioSocket => {
  let mixed = 0;
  const sequences = new BoundedMap<string | null, number>(mostPeople);
  return ({ log, say, hush, onFirst }) => {
    const toTheirRate = createRateChange(meetingRate, sample_rate);
    let isFull = false;
    let hasBeenOpen = false;
    let areVoicesLacking = false;
    const speaking = createSpeaking({
      say,
      hush,
      now_ms: () => performance.now(),
      onOverflow() {
        if (!isFull) log('the audio socket gave more to say than can wait: it is left out');
        isFull = true;
      },
    });
    const connection = connect({
      url,
      guard,
      log,
      onOpen() {
        if (areVoicesLacking) tellLack();
        if (hasBeenOpen) return;
        hasBeenOpen = true;
        onFirst();
      },
      onMessage(message) {
        if (message.trigger === 'realtime_audio.bot_output') {
          const { chunk, sample_rate: given = sample_rate } = message.data;
          speaking.add(Buffer.from(chunk, 'base64'), given);
        } else speaking.clear();
      },
    });
    const tellLack = (): void =>
      connection.send({
        bot_id,
        trigger: 'realtime_audio.per_participant_unavailable',
        data: { reason: noVoices },
      });
    return {
      voices_rate: per_participant ? sample_rate : undefined,
      get isOpen() {
        return connection.isOpen;
      },
      get mayBeHeard() {
        return hasBeenOpen;
      },
      letSpeak: speaking.begin,
      hear(pcm) {
        const samples = samplesIn(Buffer.from(pcm, 'base64'));
        const heard = toTheirRate(samples);
        if (heard.length === 0) return;
        const chunk = bytesOf(heard).toString('base64');
        const timestamp_ms = Math.round(Date.now() - (samples.length / meetingRate) * 1000);
        mixed += 1;
        const data = { chunk, sample_rate, timestamp_ms, sequence: mixed };
        connection.send({ bot_id, trigger: 'realtime_audio.mixed', data });
      },
      hearVoice({ participant_id, start_timestamp_ms, sample_rate, pcm }, name) {
        const sequence = (sequences.get(participant_id) ?? 0) + 1;
        sequences.set(participant_id, sequence);
        const data = {
          participant_uuid: participant_id,
          participant_name: name,
          chunk: Buffer.from(pcm).toString('base64'),
          sample_rate,
          timestamp_ms: start_timestamp_ms,
          sequence,
        };
        connection.send({ bot_id, trigger: 'realtime_audio.per_participant', data }, mostWaitingForVoices);
      },
      lackVoices() {
        areVoicesLacking = true;
        tellLack();
      },
      [Symbol.dispose]() {
        speaking.stop();
        connection[Symbol.dispose]();
      },
    };
  };
};
