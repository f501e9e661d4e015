/** Turns looks at the meeting into entries of the report. */
import type { Utterance } from '../../../domain/captured/captured.ts';
import { speechOrderOf, type TranscriptionSettings } from '../../../domain/transcription/transcription-settings.ts';
import type { MeetingView, ParticipantView, SpeechView } from '../../meeting/view.ts';
import type { CaptureAssignment } from '../ports.ts';
import type { ReportBuffer } from '../report-buffer.ts';
import type { SpeechAttribution } from '../speech/attribution.ts';
import { createCaptionReader } from '../speech/captions.ts';
import type { TranscribedTime } from '../speech/transcribed-time.ts';
import { createChatReader } from './chat-reader.ts';
import { createIdentities } from './identities.ts';
import type { PeopleSeen } from './people-seen.ts';
import { createRoster } from './roster.ts';

export interface ObserverPorts {
  readonly reports: Pick<ReportBuffer, 'add'>;
  /** When what is said is to be written down. */
  readonly time: Pick<TranscribedTime, 'isOpen' | 'note' | 'hold'>;
  readonly attribution?: Pick<SpeechAttribution, 'look'>;
  /** Is told of everybody who is seen. */
  readonly people: PeopleSeen;
  /** Whether another worker of the bot is to come into the meeting. */
  readonly isTwinExpected?: () => boolean;
}

export interface Observer {
  /** Everybody in the meeting but the bot. */
  readonly others: readonly ParticipantView[];
  /** Whether nobody is saying anything. */
  readonly isQuiet: boolean;
  /** Until when the meeting was seen or heard; undefined as long as it was not. */
  readonly seen_until_ms: number | undefined;
  /**
   * The meeting was joined anew, or its page has loaded itself anew: whoever was speaking is told as having ceased to when it was
   * seen or heard last. `speech`: what was heard until then, and is not told yet.
   */
  lookAnew(speech?: readonly SpeechView[]): void;
  /**
   * Nothing that is said from now on is to be written down, until a look says that it is. `view`: what the meeting shows as it
   * ceases to; what was being said is told as far as it was then, and waits for nothing more.
   */
  hush(now_ms: number, view?: Pick<MeetingView, 'captions'>): void;
  /** `transcription`: how what is said now is to be written down; absent while the bot may not record. */
  observe(view: MeetingView, now_ms: number, transcription: TranscriptionSettings | undefined): void;
  /** Of a look at a meeting that is over, or broken: what was heard and written since the look before it. Nobody is in it any more. */
  readLast(view: Pick<MeetingView, 'captions' | 'messages' | 'speech' | 'last_sound_ms'>, now_ms: number): void;
  /** The end of the session: tells what was left open, as open until the meeting was over, or was seen or heard last. */
  close(now_ms: number): void;
}

/**
 * Lives as long as the session: nothing is told twice when the meeting is joined anew, nor what earlier workers of the bot
 * have reported. Notes when speech may be written down, for captions and for sound. After the meeting was joined anew it
 * may not, until the meeting shows that it may. `since_ms`: until then an earlier worker has told everything, in the same
 * meeting and without a break.
 */
export const createObserver = (
  assignment: Pick<CaptureAssignment, 'bot_id' | 'bot_name' | 'participant_id' | 'reported'>,
  { reports, time, attribution, people, isTwinExpected = () => false }: ObserverPorts,
  since_ms?: number,
): Observer => {
  const { bot_id, bot_name, participant_id, reported } = assignment;
  const isUnbroken = since_ms !== undefined;
  const roster = createRoster({
    bot_id,
    bot_name,
    participant_id,
    reported: reported?.participant_events,
    isTwinExpected,
    isUnbroken,
  });
  people.note(roster.others);
  const identities = createIdentities(roster.others);
  const captions = createCaptionReader(people, time, reported?.utterances, since_ms);
  let looked_ms = 0;
  /** When the first look showed that the meeting is over, or broken, or until when it was heard all the same. */
  let over_ms: number | undefined;
  /** Until when it was heard, as such looks told, or until it was not to be any more. */
  let heard_ms = 0;
  /** Whether the last look showed that it is allowed, and nothing was to be written down all the same. */
  let isUnwanted = false;
  /** Captions are of no use while a provider is sent the sound. Undefined as long as it is not known whose turn it is. */
  let isByCaptions: boolean | undefined;
  /** `were`: whether captions were read until now. */
  const written = (shown: MeetingView['captions'], now_ms: number, were: boolean): Utterance[] => {
    if (isByCaptions !== false) return captions.read(shown, now_ms);
    if (were) return captions.cutAt(shown, now_ms);
    captions.passBy(shown, now_ms);
    return [];
  };
  const seenLast_ms = (): number => over_ms ?? looked_ms;
  const readChat = createChatReader(assignment, { roster, people }, reported?.chat_messages);
  return {
    get others() {
      return roster.others;
    },
    get isQuiet() {
      return !roster.isAnySpeaking && !captions.isAnyUnfinished;
    },
    get seen_until_ms() {
      return Math.max(looked_ms, heard_ms) || undefined;
    },
    hush(now_ms, view) {
      if (time.isOpen) heard_ms = Math.max(heard_ms, now_ms);
      if (view && time.isOpen && isByCaptions !== false)
        reports.add({ utterances: captions.cutAt(view.captions, now_ms) });
      time.note(false, now_ms);
    },
    lookAnew(speech = []) {
      time.note(false, looked_ms);
      if (looked_ms > 0)
        reports.add({ participant_events: [...roster.hearLast(speech), ...roster.close(seenLast_ms())] });
      reports.add({ utterances: captions.cut() });
      roster.lookAnew();
    },
    observe(view, now_ms, transcription) {
      const { participants } = view;
      looked_ms = now_ms;
      over_ms = undefined;
      const from_ms = isUnwanted ? now_ms : (view.allowed_since_ms ?? now_ms);
      time.note(transcription !== undefined, now_ms, from_ms);
      isUnwanted = view.recording === 'allowed' && !transcription;
      const order = transcription && speechOrderOf(transcription);
      const wasByCaptions = isByCaptions;
      if (transcription) isByCaptions = order === undefined;
      if (wasByCaptions === false && isByCaptions) captions.takeOver(view.captions, now_ms);
      people.note(participants);
      attribution?.look(order, now_ms);
      reports.add({
        participant_events: roster.look(participants, view.speech, now_ms),
        utterances: written(view.captions, now_ms, wasByCaptions === true),
        chat_messages: readChat(view.messages, participants),
        identities: identities(roster.others, now_ms),
      });
    },
    readLast({ captions: shown, messages, speech, last_sound_ms }, now_ms) {
      heard_ms = Math.max(heard_ms, last_sound_ms ?? 0);
      over_ms = Math.max(over_ms ?? now_ms, last_sound_ms ?? 0);
      const utterances = time.isOpen && isByCaptions !== false ? captions.readLast(shown, now_ms) : [];
      reports.add({ participant_events: roster.hearLast(speech), utterances, chat_messages: readChat(messages, []) });
    },
    close(now_ms) {
      reports.add({ participant_events: roster.close(seenLast_ms() || now_ms), utterances: captions.cut() });
    },
  };
};
