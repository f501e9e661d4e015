/**
 * What is said in a Jitsi meeting, as a transcriber writes it down (LocalJsonTranscriptHandler of jigasi; what features/subtitles
 * of jitsi-meet takes of it). Pure but for its memory.
 */
import { BoundedMap, forgetOldest } from '../../../../process/bounded.ts';
import type { CaptionView } from '../../../meeting/view.ts';
import { longestMessage, shortText } from '../../page/short-text.ts';
import { sharedWords, wordsOf } from '../../page/words-of.ts';
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
  /** All of its number, and what of that captions before this one have told. */
  readonly whole: string;
  readonly told: string;
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

/**
 * `not_allowed`: the server lets others ask for a transcriber, and not the bot. `failed`: it did not come when it was asked for.
 * `untold`: the page never says whether it comes.
 */
export type Transcriber = 'there' | 'awaited' | 'not_allowed' | 'failed' | 'untold';

/**
 * What becomes of a transcriber that the bot asks for. Newer pages, which note that (`_hasError`), ask for it themselves, on
 * behalf of those only whom a token or the server allows it (features/subtitles); others ask in vain, without a word.
 */
export const transcriberIn = (state: Fields): Transcriber => {
  if (!offersCaptions(state)) return 'untold';
  if (fieldsOf(state['features/transcribing']).isTranscribing === true) return 'there';
  const subtitles = fieldsOf(state['features/subtitles']);
  const { role, features } = fieldsOf(fieldsOf(state['features/base/participants']).local);
  const notesFailure = '_hasError' in subtitles;
  const isAllowed = role === 'moderator' || String(fieldsOf(features).transcription) === 'true';
  if ((features !== undefined || notesFailure) && !isAllowed) return 'not_allowed';
  if (!notesFailure) return 'untold';
  return subtitles._hasError === true ? 'failed' : 'awaited';
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

/** What of a text comes after the words that both begin with. */
const newsOf = (text: string, told: string): string => {
  const words = wordsOf(text);
  const shared = sharedWords(wordsOf(told), words);
  return shared === 0 ? text : text.slice(words[shared]?.index ?? text.length);
};

export const createJitsiCaptions = (now: () => number = Date.now): JitsiCaptions => {
  const said = new Map<string, Said>();
  /** By number: the caption in which it goes on, where the one of its own was over. */
  const goesOnIn = new BoundedMap<string, string>(mostCaptions);
  const isOver = ({ changed_ms }: Said): boolean => now() - changed_ms >= overAfterMs;

  /**
   * A text replaces the one before of its number, until it is final; what comes of it after that one was over, goes on in another
   * caption. A translation has the number of what it is of.
   */
  const hear = (message: unknown): void => {
    const told = fieldsOf(message);
    const number = wordOf(told.message_id);
    const whole = textIn(told);
    if (told.type !== 'transcription-result' || number === '' || whole === '') return;
    const id = goesOnIn.get(number) ?? number;
    const before = said.get(id);
    if (before?.isFinal) return;
    const isFinal = told.is_interim !== true;
    const isOther = before !== undefined && isOver(before);
    const earlier = (isOther ? before.whole : before?.told) ?? '';
    const text = newsOf(whole, earlier);
    if (isOther && text === '') {
      said.set(id, { ...before, isFinal });
      return;
    }
    const into = isOther ? `${number}@${now()}` : id;
    if (isOther) goesOnIn.set(number, into);
    const { speaker_id, speaker_name } = before ?? speakerIn(fieldsOf(told.participant));
    const first_ms = isOther ? now() : (before?.first_ms ?? now());
    said.set(into, { speaker_id, speaker_name, first_ms, changed_ms: now(), isFinal, text, whole, told: earlier });
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
      [...said].map(([id, one]) => ({
        id,
        speaker_id: one.speaker_id,
        speaker_name: nameOf(one.speaker_id) ?? one.speaker_name,
        start_ms: Math.max(0, one.first_ms - writtenAfterMs),
        duration_ms: one.changed_ms - one.first_ms + writtenAfterMs,
        is_final: one.isFinal || isOver(one),
        text: one.text,
      })),
  };
};
