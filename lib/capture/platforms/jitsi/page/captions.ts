/**
 * What is said in a Jitsi meeting, as a transcriber writes it down (LocalJsonTranscriptHandler of jigasi; what features/subtitles
 * of jitsi-meet takes of it). Pure but for its memory.
 */
import type { CaptionView } from '../../../meeting/view.ts';
import { type Fields, fieldsOf } from '../../page/told-json.ts';
import { createWrittenPieces, type WrittenPiece } from '../../page/written-pieces.ts';
import { ask, wordOf } from './store.ts';

/** Of whoever the meeting's server itself lets speak as its transcriber (TRANSCRIBER_ID of jitsi-meet). */
const ofServer = 'transcriber';

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
const speakerIn = ({ id, name }: Fields): Pick<WrittenPiece, 'speaker_id' | 'speaker_name'> => ({
  speaker_id: wordOf(id).replace(/^.*\//, ''),
  speaker_name: wordOf(name),
});

const textIn = ({ transcript }: Fields): string => {
  const { text } = fieldsOf(Array.isArray(transcript) ? transcript[0] : undefined);
  return typeof text === 'string' ? text : '';
};

export const createJitsiCaptions = (now: () => number = Date.now): JitsiCaptions => {
  const pieces = createWrittenPieces(now);

  /** A translation has the id of what it is of. */
  const hear = (message: unknown): void => {
    const told = fieldsOf(message);
    if (told.type !== 'transcription-result') return;
    pieces.write({
      piece_id: wordOf(told.message_id),
      ...speakerIn(fieldsOf(told.participant)),
      text: textIn(told),
      isFinal: told.is_interim !== true,
    });
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
    captions: pieces.captions,
  };
};
