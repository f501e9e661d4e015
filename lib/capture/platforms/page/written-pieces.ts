/**
 * What somebody in a meeting writes down while others speak: pieces, of which each text replaces the one before until it is final.
 * Nothing says when it was spoken. Pure but for its memory.
 */
import { BoundedMap, forgetOldest } from '../../../process/bounded.ts';
import type { CaptionView } from '../../meeting/view.ts';
import { mostCaptions } from '../../meeting/view-limits.ts';
import { behindTold } from './behind-told.ts';
import { captionView } from './caption-view.ts';
import { longestName, longestTalk, shortText } from './short-text.ts';
import { type TimedWord, timedWords } from './timed-words.ts';
import { cutPart } from './whole-sentences.ts';

/** Of which nothing came for so long is over: not every writer finishes what it has begun. */
const overAfterMs = 10_000;

export interface WrittenPiece {
  /** Stays the same from text to text. */
  readonly piece_id: string;
  readonly speaker_id: string;
  readonly speaker_name: string;
  readonly text: string;
  readonly isFinal: boolean;
}

interface Written extends Pick<WrittenPiece, 'speaker_id' | 'speaker_name' | 'isFinal' | 'text'> {
  readonly first_ms: number;
  readonly changed_ms: number;
  readonly words: readonly TimedWord[];
  /** All of its piece, and what of that captions before this one have told. */
  readonly whole: string;
  readonly told: string;
}

export interface WrittenPieces {
  write(piece: WrittenPiece): void;
  /** The newest, in order. `nameOf`: what somebody in the meeting is called. */
  captions(nameOf: (id: string) => string | undefined): CaptionView[];
}

export const createWrittenPieces = (now: () => number = Date.now): WrittenPieces => {
  const written = new Map<string, Written>();
  /** By piece: the caption in which it goes on, where the one of its own was over. */
  const goesOnIn = new BoundedMap<string, string>(mostCaptions);
  const isOver = ({ changed_ms }: Written): boolean => now() - changed_ms >= overAfterMs;

  /** What somebody says for long is told in parts. */
  const endPart = (piece_id: string, id: string, said: Written): void => {
    const cut = said.isFinal ? undefined : cutPart(said, said.whole, now());
    if (!cut) return;
    written.set(id, { ...said, ...cut.part, isFinal: true });
    const next = `${piece_id}@${now()}`;
    written.set(next, { ...said, ...cut.rest, told: cut.told });
    goesOnIn.set(piece_id, next);
  };

  return {
    // What comes of a piece after its caption was over, goes on in another one.
    write({ piece_id: itsOwn, speaker_id, speaker_name, text: itsText, isFinal }) {
      const piece_id = shortText(itsOwn, longestName);
      const whole = shortText(itsText.trim(), longestTalk);
      if (piece_id === '' || whole === '') return;
      const id = goesOnIn.get(piece_id) ?? piece_id;
      const before = written.get(id);
      if (before?.isFinal) return;
      // Nobody goes on with what another one has begun to say.
      if (before && before.speaker_id !== speaker_id) return;
      const isOther = before !== undefined && isOver(before);
      const told = (isOther ? before.whole : before?.told) ?? '';
      const text = told === '' ? whole : behindTold(told, whole);
      // Where all that is new was corrected away, it stays as it was heard.
      if (before && text === '') {
        written.set(id, { ...before, isFinal });
        return;
      }
      const into = isOther ? `${piece_id}@${now()}` : id;
      if (isOther) goesOnIn.set(piece_id, into);
      const goingOn = isOther ? undefined : before;
      const first_ms = goingOn?.first_ms ?? now();
      const words = timedWords(goingOn?.words ?? [], text, now());
      const said: Written = {
        speaker_id,
        speaker_name: before?.speaker_name ?? speaker_name,
        ...{ first_ms, changed_ms: now(), isFinal, text, words, whole, told },
      };
      written.set(into, said);
      endPart(piece_id, into, said);
      forgetOldest(written, mostCaptions);
    },
    captions: (nameOf) =>
      [...written].map(([id, one]) =>
        captionView({
          id,
          speaker_id: one.speaker_id,
          speaker_name: nameOf(one.speaker_id) ?? one.speaker_name,
          is_final: one.isFinal || isOver(one),
          ...{ text: one.text, first_ms: one.first_ms, changed_ms: one.changed_ms },
        }),
      ),
  };
};
