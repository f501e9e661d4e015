/** Has the page hand over what is said, while the bot is in the meeting and its speech is sent to be transcribed. */

import { speechOrderOf } from '../../../domain/transcription/transcription-settings.ts';
import { within } from '../../../process/deadline.ts';
import type { MeetingPage } from '../../browser/meeting-page.ts';
import type { SessionLog } from '../../meeting/log.ts';
import type { BotLine } from '../bot-line.ts';
import type { Hearing } from './hearing.ts';

const handOverTimeoutMs = 1_500;

export interface Listening {
  /** Waits for nothing. */
  start(): void;
  /** What is being said is cut off here; all of it is heard when it resolves, soon in any case. Safe to call twice. */
  stop(): Promise<void>;
}

export interface ListeningPorts {
  readonly meeting: Pick<MeetingPage, 'isLost' | 'listen' | 'onPiece'>;
  readonly bot: Pick<BotLine, 'orders'>;
  readonly hearing: Pick<Hearing, 'hear'>;
  readonly log: SessionLog;
}

export const createListening = ({ meeting, bot, hearing, log }: ListeningPorts): Listening => {
  let isOn = false;
  return {
    start() {
      if (!bot.orders || !speechOrderOf(bot.orders.transcription_settings)) return;
      isOn = true;
      meeting.onPiece((piece) => hearing.hear(piece));
      meeting.listen({ pieces: true }).catch((error: unknown) => log('the page does not listen', { error }));
    },
    async stop() {
      if (!isOn || meeting.isLost) return;
      isOn = false;
      await within(handOverTimeoutMs, 'handing over what was said', meeting.listen({ pieces: false })).catch(
        (error: unknown) => log('what was said last may be lost', { error }),
      );
    },
  };
};
