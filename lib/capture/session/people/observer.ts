/** Turns looks at the page into entries of the report. */

import { speechOrderOf, type TranscriptionSettings } from '../../../domain/transcription/transcription-settings.ts';
import type { MeetingView, ParticipantView } from '../../meeting/view.ts';
import type { CaptureAssignment } from '../ports.ts';
import type { ReportBuffer } from '../report-buffer.ts';
import type { Hearing } from '../speech/hearing.ts';
import type { Stretches } from '../speech/stretches.ts';
import { createCaptionReader, createChatReader } from './conversation.ts';
import { createRoster } from './roster.ts';

export interface ObserverPorts {
  readonly reports: Pick<ReportBuffer, 'add'>;
  readonly stretches: Pick<Stretches, 'isOpen' | 'note' | 'hold'>;
  readonly hearing?: Pick<Hearing, 'look'>;
}

export interface Observer {
  /** Everybody in the meeting but the bot. */
  readonly others: readonly ParticipantView[];
  /** Another page shows the meeting from now on. */
  lookAnew(): void;
  /** Nothing that is said from now on is to be written down, until a look says that it is. */
  hush(now_ms: number): void;
  /** `transcription`: how what is said now is to be written down; absent while the bot may not record. */
  observe(view: MeetingView, now_ms: number, transcription: TranscriptionSettings | undefined): void;
  /** The end of the session: tells what was left open. */
  close(now_ms: number): void;
}

/**
 * Lives as long as the session, so that a page opened anew repeats nothing; nor does it repeat what earlier workers of
 * the bot have reported. Notes when what is said may be written down, for captions and for sound: until a new page has
 * shown that it may, it may not.
 */
export const createObserver = (
  { bot_id, bot_name, reported }: Pick<CaptureAssignment, 'bot_id' | 'bot_name' | 'reported'>,
  { reports, stretches, hearing }: ObserverPorts,
): Observer => {
  const roster = createRoster({ bot_id, bot_name, reported: reported?.participant_events });
  const captions = createCaptionReader(roster, stretches, reported?.utterances);
  let looked_ms = 0;
  // Who is sent the sound needs no help from captions.
  let isByCaptions = true;
  const readChat = createChatReader({ bot_id, bot_name }, roster, reported?.chat_messages);
  return {
    get others() {
      return roster.others;
    },
    hush: (now_ms) => stretches.note(false, now_ms),
    lookAnew() {
      stretches.note(false, looked_ms);
      reports.add({ utterances: captions.cut() });
      roster.lookAnew();
    },
    observe(view, now_ms, transcription) {
      const { participants } = view;
      looked_ms = now_ms;
      stretches.note(transcription !== undefined, now_ms);
      const order = transcription && speechOrderOf(transcription);
      if (transcription) isByCaptions = order === undefined;
      hearing?.look(participants, order);
      reports.add({
        participant_events: roster.look(participants, view.speech, now_ms),
        utterances: isByCaptions ? captions.read(view.captions, now_ms) : [],
        chat_messages: readChat(view.messages, participants),
      });
    },
    close(now_ms) {
      reports.add({ participant_events: roster.close(now_ms), utterances: captions.cut() });
    },
  };
};
