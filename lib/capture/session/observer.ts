/** Turns looks at the page into entries of the report. */
import type { MeetingView } from '../platforms/platform.ts';
import { createCaptionReader, createChatReader } from './conversation.ts';
import type { ReportBuffer } from './report-buffer.ts';
import { createRoster } from './roster.ts';

export interface Observer {
  /** Nobody but the bot is there. */
  readonly isAlone: boolean;
  /** `transcribes`: what is said is only written down while the bot is allowed to record. */
  observe(view: MeetingView, now_ms: number, transcribes: boolean): void;
  /** The end of the session: tells what was left open. */
  close(now_ms: number): void;
}

/** Lives as long as the session, so that a page opened anew repeats nothing. */
export const createObserver = (bot_id: string, reports: ReportBuffer): Observer => {
  const roster = createRoster(bot_id);
  const readCaptions = createCaptionReader(roster);
  const readChat = createChatReader(bot_id);
  return {
    get isAlone() {
      return roster.isAlone;
    },
    observe({ participants, speech, captions, messages }, now_ms, transcribes) {
      const participant_events = roster.look(participants, speech, now_ms);
      const utterances = readCaptions(captions);
      reports.add({
        participant_events,
        utterances: transcribes ? utterances : [],
        chat_messages: readChat(messages),
      });
    },
    close(now_ms) {
      reports.add({ participant_events: roster.close(now_ms) });
    },
  };
};
