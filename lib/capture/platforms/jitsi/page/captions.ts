/**
 * What is said in a Jitsi meeting, as a transcriber writes it down (LocalJsonTranscriptHandler of jigasi; what features/subtitles
 * of jitsi-meet takes of it). Pure but for its memory.
 */
import { forgetOldest } from '../../../../process/bounded.ts';
import type { CaptionView } from '../../../meeting/view.ts';
import { longestMessage, shortText } from '../../page/short-text.ts';
import { ask, type Fields, fieldsOf, wordOf } from './store.ts';

const mostCaptions = 200;
/** Nothing says when it was spoken: it is written about so much later. */
const writtenAfterMs = 1_500;
/** Of which nothing came for so long is over: not every transcriber finishes what it has begun. */
const overAfterMs = 10_000;
/** Of whoever the meeting's server itself lets speak as its transcriber (TRANSCRIBER_ID of jitsi-meet). */
const ofServer = 'transcriber';

interface Said {
  readonly speaker_id: string;
  readonly speaker_name: string;
  readonly first_ms: number;
  readonly changed_ms: number;
  readonly isFinal: boolean;
  readonly text: string;
}

/**
 * Whether the page offers to have written down what is said, as far as whoever serves it says (`canAddTranscriber` of
 * features/transcribing; `transcribingEnabled` of older ones). What a token allows the server looks at.
 */
export const offersCaptions = (state: Fields): boolean => {
  const { transcription, transcribingEnabled } = fieldsOf(state['features/base/config']);
  const { isTranscribing } = fieldsOf(state['features/transcribing']);
  return [fieldsOf(transcription).enabled, transcribingEnabled, isTranscribing].includes(true);
};

export interface JitsiCaptions {
  /** Hears what is said in a conference from now on. */
  follow(conference: unknown): void;
  /** The newest, in order. `nameOf`: what somebody in the meeting is called. */
  captions(nameOf: (id: string) => string | undefined): CaptionView[];
}

/** Some tell the whole address of whoever speaks, which ends with the id. */
const speakerIn = ({ id, name }: Fields): Pick<Said, 'speaker_id' | 'speaker_name'> => ({
  speaker_id: wordOf(id).replace(/^.*\//, ''),
  speaker_name: wordOf(name),
});

const textIn = ({ transcript }: Fields): string => {
  const { text } = fieldsOf(Array.isArray(transcript) ? transcript[0] : undefined);
  return typeof text === 'string' ? shortText(text.trim(), longestMessage) : '';
};

export const createJitsiCaptions = (now: () => number = Date.now): JitsiCaptions => {
  const said = new Map<string, Said>();

  /** A text replaces the one before of its number, until it is final. A translation has the number of what it is of. */
  const hear = (message: unknown): void => {
    const told = fieldsOf(message);
    const id = wordOf(told.message_id);
    const text = textIn(told);
    if (told.type !== 'transcription-result' || id === '' || text === '') return;
    const before = said.get(id);
    if (before?.isFinal) return;
    const speaker = before ?? speakerIn(fieldsOf(told.participant));
    const { speaker_id, speaker_name } = speaker;
    const first_ms = before?.first_ms ?? now();
    said.set(id, { speaker_id, speaker_name, first_ms, changed_ms: now(), isFinal: told.is_interim !== true, text });
    forgetOldest(said, mostCaptions);
  };

  return {
    // Anybody may send such messages. As the page does, it believes those alone who are hidden from people, and the server.
    follow(conference) {
      ask(conference, 'on', 'conference.endpoint_message_received', (from: unknown, message: unknown) => {
        if (ask(from, 'isHidden') === true) hear(message);
      });
      ask(conference, 'on', 'conference.non_participant_message_received', (from: unknown, message: unknown) => {
        if (from === ofServer) hear(message);
      });
    },
    captions: (nameOf) =>
      [...said].map(([id, { speaker_id, speaker_name, first_ms, changed_ms, isFinal, text }]) => ({
        id,
        speaker_id,
        speaker_name: nameOf(speaker_id) ?? speaker_name,
        start_ms: Math.max(0, first_ms - writtenAfterMs),
        duration_ms: changed_ms - first_ms + writtenAfterMs,
        is_final: isFinal || now() - changed_ms >= overAfterMs,
        text,
      })),
  };
};
