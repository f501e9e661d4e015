/**
 * Sound over a WebSocket both ways: what the meeting sounds like without the bot, to a server of a client's, and what that
 * server says, into the meeting. It stands beside everything else that the bot does, and nothing waits for it.
 */
import type { AudioSocketSettings } from '../../domain/bot/settings.ts';
import type { GuardOptions } from '../../net/address-guard.ts';
import type { SessionLog } from '../meeting/log.ts';
import { connect } from './connection.ts';
import { bytesOf, createDecimator, meetingRate, samplesIn } from './rates.ts';
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
  /** Takes 48 kHz PCM in base64, of what was heard until now. */
  hear(pcm: string): void;
}

export type OpenAudioSocket = (surroundings: AudioSocketSurroundings) => AudioSocket;

/** The socket is there for as long as the bot is in the meeting, and connected as soon and as often as it can be. */
export const audioSocketOf =
  ({ settings: { url, sample_rate }, bot_id, guard }: AudioSocketOptions): OpenAudioSocket =>
  ({ log, say, hush, onFirst }) => {
    const decimate = createDecimator(sample_rate);
    let isFull = false;
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
      onFirst,
      onMessage(message) {
        if (message.trigger === 'realtime_audio.bot_output') {
          const { chunk, sample_rate: given = sample_rate } = message.data;
          speaking.add(Buffer.from(chunk, 'base64'), given);
        } else speaking.clear();
      },
    });
    return {
      get isOpen() {
        return connection.isOpen;
      },
      get mayBeHeard() {
        return connection.hasBeenOpen;
      },
      hear(pcm) {
        const samples = samplesIn(Buffer.from(pcm, 'base64'));
        const heard = decimate(samples);
        if (heard.length === 0) return;
        const chunk = bytesOf(heard).toString('base64');
        const timestamp_ms = Math.round(Date.now() - (samples.length / meetingRate) * 1000);
        connection.send({ bot_id, trigger: 'realtime_audio.mixed', data: { chunk, sample_rate, timestamp_ms } });
      },
      [Symbol.dispose]() {
        speaking.stop();
        connection[Symbol.dispose]();
      },
    };
  };
