/** Has the meeting hand over what is said, while the bot is in it and its speech is sent to be transcribed. */
import { speechOrderOf } from '../../../domain/transcription/transcription-settings.ts';
import { within } from '../../../process/deadline.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { Meeting } from '../../meeting/meeting.ts';
import type { SessionBot } from '../bot.ts';
import type { SpeechAttribution } from './attribution.ts';

const handOverTimeoutMs = 1_500;

export interface SpeechDelivery {
  /** Told again and again, and waits for nothing: what is said is handed over while a provider is to hear it. */
  keep(): void;
  /**
   * What is being said is cut off here; all of it is delivered when it resolves, soon in any case. Safe to call twice.
   */
  stop(): Promise<void>;
}

export interface SpeechDeliveryPorts {
  readonly meeting: Pick<Meeting, 'isLost' | 'speech'>;
  readonly bot: Pick<SessionBot, 'orders'>;
  readonly attribution: Pick<SpeechAttribution, 'take'>;
  readonly log: SessionLog;
}

export const createSpeechDelivery = ({ meeting, bot, attribution, log }: SpeechDeliveryPorts): SpeechDelivery => {
  let isOn = false;
  let stopped: Promise<void> | undefined;

  const start = (): void => {
    isOn = true;
    meeting.speech
      .start((sound) => attribution.take(sound))
      .catch((error: unknown) => log('the meeting does not hand over what is said', { error }));
  };

  const handOver = async (): Promise<void> => {
    await within(handOverTimeoutMs, 'handing over what was said', meeting.speech.stop()).catch((error: unknown) =>
      log('what was said last may be lost', { error }),
    );
    stopped = undefined;
  };

  const stop = async (): Promise<void> => {
    if (isOn && !meeting.isLost) stopped = handOver();
    isOn = false;
    await stopped;
  };

  return {
    keep() {
      if (!bot.orders) return;
      const isWanted = speechOrderOf(bot.orders.transcription_settings) !== undefined;
      if (isWanted && !isOn && !stopped) start();
      if (!isWanted && isOn) void stop();
    },
    stop,
  };
};
