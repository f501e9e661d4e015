/** Turns looks at the page into entries of the report. */

import type { TranscriptionSettings } from '../../../domain/settings.ts';
import type { MeetingView, ParticipantView } from '../../platforms/platform.ts';
import type { CaptureAssignment } from '../../session-ports.ts';
import type { ReportBuffer } from '../report-buffer.ts';
import type { Hearing } from '../speech/hearing.ts';
import { createCaptionReader, createChatReader } from './conversation.ts';
import { createRoster } from './roster.ts';

export interface Observer {
  /** Everybody in the meeting but the bot. */
  readonly others: readonly ParticipantView[];
  /** Another page shows the meeting from now on. */
  lookAnew(): void;
  /** `transcription`: how what is said now is to be written down; not at all while the bot may not record. */
  observe(view: MeetingView, now_ms: number, transcription: TranscriptionSettings | undefined): void;
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
  hearing?: Pick<Hearing, 'look'>,
): Observer => {
  const roster = createRoster({ bot_id, bot_name, reported: reported?.participant_events });
  const readCaptions = createCaptionReader(roster, reported?.utterances);
  const readChat = createChatReader({ bot_id, bot_name }, roster, reported?.chat_messages);
  return {
    get others() {
      return roster.others;
    },
    lookAnew: roster.lookAnew,
    observe({ participants, speech, captions, messages }, now_ms, transcription) {
      const participant_events = roster.look(participants, speech, now_ms);
      const utterances = readCaptions(captions);
      hearing?.look(participants, transcription?.custom_async, now_ms);
      reports.add({
        participant_events,
        // A server that is sent the sound needs no help from captions.
        utterances: transcription && !transcription.custom_async ? utterances : [],
        chat_messages: readChat(messages, participants),
      });
    },
    close(now_ms) {
      reports.add({ participant_events: roster.close(now_ms) });
    },
  };
};
