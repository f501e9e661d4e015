/**
 * What is written down of what is said in a Google Meet. A caption grows and changes while it is spoken, by versions under
 * one id. Pure but for its memory.
 */
import { BoundedMap } from '../../../../process/bounded.ts';
import type { CaptionView } from '../../../meeting/view.ts';
import { mostCaptions } from '../../../meeting/view-limits.ts';
import { behindTold } from '../../page/behind-told.ts';
import { captionView } from '../../page/caption-view.ts';
import { type TimedWord, timedWords } from '../../page/timed-words.ts';
import { cutPart } from '../../page/whole-sentences.ts';
import { wordsOf } from '../../page/words-of.ts';

/** What has not changed for so long is taken as it is; what is said after it is another caption. */
const settledAfterMs = 2_000;
/**
 * After so long a number may be used again for another caption, with versions that begin anew or climb: corrections come within
 * seconds (a public reader, 2026).
 */
const anewAfterMs = 10_000;

/** A caption as it stands. `key` names it among all. */
export interface CaptionSaid {
  readonly key: string;
  readonly speaker_id: string;
  /** Absent where the roster knows it. */
  readonly speaker_name?: string;
  readonly version: number;
  readonly isFinal: boolean;
  readonly text: string;
  /** How long it has been shown, where it was before it is told. */
  readonly age_ms?: number;
  /** The beginning of the text, where others have told that already. */
  readonly told?: string;
}

interface Part {
  readonly id: string;
  readonly speaker_id: string;
  readonly speaker_name: string | undefined;
  readonly first_ms: number;
  words: readonly TimedWord[];
  text: string;
  changed_ms: number;
  isFinal: boolean;
}

/** A caption that is still spoken: all that came under one key, of which the last part goes on. */
interface GrowingCaption {
  version: number;
  /** As it stood last, whole. */
  text: string;
  /** That of it which belongs to earlier parts. */
  told: string;
  parts: number;
  last: Part;
}

/** What follows what was told, of which some may have been corrected since. */
const restOf = (text: string, told: string): string => {
  const rest = (text.startsWith(told) ? text.slice(told.length) : behindTold(told, text)).trim();
  // A sign alone closes what was told.
  return wordsOf(rest).length > 0 ? rest : '';
};

/** What of two texts is not the same, from where a word begins in both: nothing else is taken apart, of all that came in an hour. */
const behindShared = (one: string, other: string): [string, string] => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  while (at > 0 && !/[\s。！？]/u.test(one[at - 1] ?? '')) at -= 1;
  return [one.slice(at), other.slice(at)];
};

/** A single word in place of another: nothing but a correction of what was told, where other words stand beside it. */
const isReworded = (text: string, told: string): boolean => {
  const [rest, toldRest] = behindShared(text, told);
  const [words, before] = [wordsOf(rest), wordsOf(toldRest)];
  const isAlone = words.length === 1 && rest === text;
  const others = words.filter(({ word }, at) => word !== before[at]?.word);
  return words.length === before.length && others.length <= (isAlone ? 0 : 1);
};

/** As the same words do, however they end. */
const beginAlike = (one: string, other: string): boolean => {
  if (one.startsWith(other) || other.startsWith(one)) return true;
  const [words, others] = [one, other].map((text) => wordsOf(text).slice(0, 2));
  return words?.map(({ word }) => word).join(' ') === others?.map(({ word }) => word).join(' ');
};

type Version = Pick<CaptionSaid, 'version' | 'text'>;

/** Whether it is another caption than the one that had its number before. */
export const isAnew = (said: Version, before: Version, unchanged_ms: number): boolean =>
  said.text !== '' &&
  unchanged_ms >= anewAfterMs &&
  (said.version < before.version || !beginAlike(said.text, before.text));

export interface MeetCaptions {
  hear(said: CaptionSaid): void;
  /** The newest, in order. */
  captions(nameOf: (speaker_id: string) => string): CaptionView[];
}

export const createMeetCaptions = (now: () => number = Date.now): MeetCaptions => {
  const growing = new BoundedMap<string, GrowingCaption>(mostCaptions);
  const parts = new BoundedMap<string, Part>(mostCaptions);

  const isSettled = ({ isFinal, changed_ms }: Part): boolean => isFinal || now() - changed_ms >= settledAfterMs;

  const begin = (said: CaptionSaid, number: number, text: string, words: readonly TimedWord[] = []): Part => {
    const { key, speaker_id, speaker_name, isFinal, age_ms = 0 } = said;
    const first_ms = words[0]?.at_ms ?? Math.round(now() - age_ms);
    const part: Part = {
      id: number === 1 ? key : `${key} ${number}`,
      speaker_id,
      speaker_name,
      first_ms,
      words: timedWords(words, text, first_ms),
      text,
      changed_ms: now(),
      isFinal,
    };
    parts.set(part.id, part);
    return part;
  };

  const beginAnew = (caption: GrowingCaption, said: CaptionSaid): void => {
    const parts = caption.parts + 1;
    Object.assign(caption, {
      version: said.version,
      text: said.text,
      told: '',
      parts,
      last: begin(said, parts, said.text),
    });
  };

  /** What somebody says for long is told in parts. */
  const endPart = (caption: GrowingCaption, said: CaptionSaid): void => {
    const { last } = caption;
    const cut = cutPart(last, said.text, now());
    if (!cut) return;
    caption.told = cut.told;
    caption.parts += 1;
    caption.last = begin(said, caption.parts, cut.rest.text, cut.rest.words);
    Object.assign(last, cut.part, { isFinal: true });
  };

  const goOn = (caption: GrowingCaption, said: CaptionSaid): void => {
    if (isAnew(said, caption, now() - caption.last.changed_ms)) {
      beginAnew(caption, said);
      return;
    }
    // Versions may come twice, or one after a later one.
    if (said.version < caption.version) return;
    caption.version = said.version;
    if (said.text === caption.text) {
      caption.last.isFinal ||= said.isFinal;
      return;
    }
    if (isSettled(caption.last)) {
      const rest = restOf(said.text, caption.text);
      if (rest === '') {
        // What is taken back for a moment was told, and comes again.
        if (wordsOf(said.text).length >= wordsOf(caption.text).length) caption.text = said.text;
        return;
      }
      // If it was more than that, it is told with what follows.
      if (isReworded(said.text, caption.text)) return;
      caption.told = caption.text;
      caption.text = said.text;
      caption.parts += 1;
      caption.last = begin(said, caption.parts, rest);
      return;
    }
    caption.text = said.text;
    const rest = isReworded(said.text, caption.told) ? '' : restOf(said.text, caption.told);
    // Where all of it was corrected away, it stays as it was heard.
    const text = rest || caption.last.text;
    const words = timedWords(caption.last.words, text, now());
    Object.assign(caption.last, { text, words, changed_ms: now(), isFinal: said.isFinal });
    if (!said.isFinal && rest !== '') endPart(caption, said);
  };

  /** As if it had been told here. */
  const noteTold = (said: CaptionSaid, told: string): void => {
    const before = growing.get(said.key);
    if (before && before.text.length >= told.length) return;
    const { key, speaker_id, speaker_name, version } = said;
    const last = { id: key, speaker_id, speaker_name, text: told, isFinal: true };
    growing.set(key, {
      version,
      text: told,
      told,
      parts: before?.parts ?? 0,
      last: { ...last, first_ms: now(), changed_ms: now(), words: [] },
    });
  };

  return {
    hear(said) {
      if (said.told) noteTold(said, said.told);
      const caption = growing.get(said.key);
      if (caption) goOn(caption, said);
      else if (said.text !== '')
        growing.set(said.key, {
          version: said.version,
          text: said.text,
          told: '',
          parts: 1,
          last: begin(said, 1, said.text),
        });
    },
    captions: (nameOf) =>
      [...parts.values()].map((part) => {
        const { id, speaker_id, speaker_name = nameOf(speaker_id), first_ms, changed_ms, text } = part;
        return captionView({ id, speaker_id, speaker_name, first_ms, changed_ms, is_final: isSettled(part), text });
      }),
  };
};
