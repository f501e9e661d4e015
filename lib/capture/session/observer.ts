/** Turns looks at the page into entries of the report. */
import type { MeetingView, ParticipantView } from '../platforms/platform.ts';
import type { CaptureAssignment } from '../session-ports.ts';
import { createCaptionReader, createChatReader } from './conversation.ts';
import type { ReportBuffer } from './report-buffer.ts';
import { createRoster } from './roster.ts';

export interface Observer {
  /** Everybody in the meeting but the bot. */
  readonly others: readonly ParticipantView[];
  /** Another page shows the meeting from now on. */
  lookAnew(): void;
  /** `transcribes`: what is said is only written down while the bot is allowed to record. */
  observe(view: MeetingView, now_ms: number, transcribes: boolean): void;
  /** The end of the session: tells what was left open. */
  close(now_ms: number): void;
}

/**
 * Lives as long as the session, so that a page opened anew repeats nothing; nor does it repeat what earlier workers of
 * the bot have reported.
 */
export const createObserver = (
  { bot_id, bot_name, reported }: Pick<CaptureAssignment, 'bot_id' | 'bot_name' | 'reported'>,
  reports: Pick<ReportBuffer, 'add'>,
): Observer => {
  const roster = createRoster({ bot_id, bot_name, reported: reported?.participant_events });
  const readCaptions = createCaptionReader(roster, reported?.utterances);
  const readChat = createChatReader(bot_id, reported?.chat_messages);
  return {
    get others() {
      return roster.others;
    },
    lookAnew: roster.lookAnew,
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
