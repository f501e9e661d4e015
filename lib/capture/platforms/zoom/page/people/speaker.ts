/** Who is heard, as the client shows it. Pure but for its memory. */

import { selectors } from '../../selectors.ts';
import { all } from '../client/dom.ts';
import { isShownAs, type Listed, listedIn } from './listed.ts';
import { idOf, ownRow } from './people.ts';

/** A view that is drawn anew shows another person for a moment. */
const steadyForMs = 250;
const lookEveryMs = 100;
/** By then it is certain who was heard. */
export const certainAfterMs = steadyForMs + 1.5 * lookEveryMs;
/** Of those who were shown, for as long as anybody asks. */
const mostShown = 20;

/** While the sound of somebody begins, their picture says so as an alert, behind the name or in its place. */
const aboutSound =
  /(?:^Connecting to audio| (?:is connecting to audio(?: and cannot hear you yet)?|did not connect to audio|connected to audio))$/;

const nameOn = (shown: Element): string => {
  const text = shown.textContent.trim();
  return shown.getAttribute('role') === 'alert' ? text.replace(aboutSound, '') : text;
};

const nameIn = (frame: Element): string | undefined =>
  all(frame, selectors.speaker.name)
    .map(nameOn)
    .find((name) => name !== '');

/** In a gallery of two the client marks nobody: it is the one who is not the bot. */
const otherOfTwo = (root: ParentNode, own_name: string): string | undefined => {
  const names = all(root, selectors.speaker.tile).map(nameIn);
  const [other, ...more] = names.filter((name) => name !== own_name);
  return names.length === 2 && more.length === 0 ? other : undefined;
};

/** Who is heard: a name, and which one of those who are called so, in the order of the client's list, where it says so. */
export interface Heard {
  readonly name: string;
  readonly place?: number | undefined;
}

/** As far as both say which one. */
export const areSameHeard = (one: Heard | undefined, other: Heard | undefined): boolean =>
  one?.name === other?.name && (one?.place === undefined || other?.place === undefined || one.place === other.place);

export interface InMeeting {
  /** The bot's. */
  readonly own_name: string;
  /** How many there are, with the bot; undefined where nothing says so. */
  readonly count: number | undefined;
}

const othersOf = (rows: readonly Listed[], own_name: string): readonly Listed[] => {
  const own = ownRow(rows, own_name);
  return rows.filter((row) => row !== own);
};

const isSpeaking = ({ row }: Listed): boolean => row.querySelector(selectors.people.speaking) !== null;

const markedIn = (root: ParentNode): string | undefined => {
  for (const selector of selectors.speaker.heard) {
    const frames = all(root, selector);
    const name = frames.length === 1 && frames[0] ? nameIn(frames[0]) : undefined;
    if (name !== undefined) return name;
  }
  return undefined;
};

interface Large {
  readonly name: string | undefined;
  /** A host or this client put them there, so it does not say who is heard. */
  readonly isPut: boolean;
}

const largeIn = (root: ParentNode): Large | undefined => {
  for (const selector of selectors.speaker.large) {
    const [frame, ...more] = all(root, selector);
    // Several large pictures are of people who were pinned.
    if (frame && more.length === 0)
      return { name: nameIn(frame), isPut: frame.querySelector(selectors.speaker.put) !== null };
  }
  return undefined;
};

interface Look {
  readonly name: string | undefined;
  /** Whom the list marks, where all of it is in view: there it says which one of one name. */
  readonly marked: readonly Listed[];
}

/**
 * Whom the client shows as heard: on the picture that is marked so, or in the list of people, or on the large picture of whoever
 * was heard last. The list goes before the large picture, but where it marks that one too: it shows sooner who is heard, and
 * whoever was put into the large picture need not be. As far as it is in view it marks up to three at a time, each for 3 s from
 * when the client was told last that they are heard.
 */
const lookIn = (root: ParentNode, { own_name, count }: InMeeting): Look => {
  const isMarking = root.querySelector(selectors.people.speaking) !== null;
  const rows = isMarking || count === 2 ? listedIn(root) : [];
  const isWhole = count !== undefined && rows.length >= count;
  const others = othersOf(rows, own_name);
  const speaking = others.filter(isSpeaking);
  const heard = (name: string | undefined): Look => ({ name, marked: isWhole ? speaking : [] });

  const marked = markedIn(root);
  if (marked !== undefined) return heard(marked);
  const large = largeIn(root);
  const [one, ...more] = speaking;
  const isPut = large?.isPut === true;
  const isTold = one !== undefined && (isPut || isWhole || rows.some(isShownAs(large?.name)));
  if (isTold && (isPut || !speaking.some(isShownAs(large?.name))))
    return heard(more.length === 0 ? one.shownName : undefined);
  const [other, ...rest] = count === 2 && isWhole ? others : [];
  const only = rest.length === 0 ? other : undefined;
  if (large?.name !== undefined && !isPut && !(only && large.name === own_name)) return heard(large.name);
  return heard(only?.shownName ?? (count === 2 ? otherOfTwo(root, own_name) : undefined));
};

interface Turn {
  readonly name: string | undefined;
  readonly since_ms: number;
  /** When the turn before it began: who was marked before that, and still is, need not have been heard since. */
  readonly after_ms: number;
  place?: number | undefined;
}

const keyOf = ({ name, place }: Listed): string => idOf(name, place);

/**
 * Remembers of those of one name which one it was: the one who is marked, or of several the only one who was not before others
 * were heard. While the name stays it is still the last one that could be told.
 */
export const createHeardLook = (now: () => number = () => performance.now()) => {
  let turn: Turn | undefined;
  let marked_ms: ReadonlyMap<string, number> = new Map();
  return (root: ParentNode, inMeeting: InMeeting): Heard | undefined => {
    const now_ms = now();
    const { name, marked } = lookIn(root, inMeeting);
    marked_ms = new Map(marked.map(keyOf).map((key) => [key, marked_ms.get(key) ?? now_ms]));
    if (!turn || turn.name !== name)
      turn = { name, since_ms: now_ms, after_ms: turn?.since_ms ?? Number.NEGATIVE_INFINITY };
    if (name === undefined) return undefined;
    const { after_ms } = turn;
    const called = marked.filter(isShownAs(name));
    const anew = called.filter((one) => (marked_ms.get(keyOf(one)) ?? now_ms) > after_ms);
    const [one, ...more] = anew.length > 0 ? anew : called;
    if (one && more.length === 0) turn.place = one.place;
    return { name, place: turn.place };
  };
};

/** The names on all pictures that are shown, each once. */
export const namesShownIn = (root: ParentNode): string[] => [
  ...new Set(all(root, selectors.speaker.frame).flatMap((frame) => nameIn(frame) ?? [])),
];

interface Shown<Of> {
  readonly who: Of | undefined;
  readonly since_ms: number;
}

/**
 * Answers who is heard, or who was so many ms ago: whoever was shown at that moment, and for long enough before or after it. So
 * of a moment that is `certainAfterMs` ago even the beginning of somebody's turn has its name. It may be asked as often as one likes.
 */
export const createSpeakerWatch = <Of>(
  look: () => Of | undefined,
  now: () => number = () => performance.now(),
  areSame: (one: Of | undefined, other: Of | undefined) => boolean = Object.is,
) => {
  let looked_ms = Number.NEGATIVE_INFINITY;
  /** The last ones, the newest first. */
  let shown: readonly Shown<Of>[] = [];

  return (ago_ms = 0): Of | undefined => {
    const now_ms = now();
    if (now_ms - looked_ms >= lookEveryMs) {
      looked_ms = now_ms;
      const who = look();
      const [last, ...before] = shown;
      // What is told later of the same one is told of all the time.
      if (last && areSame(last.who, who)) shown = [{ who, since_ms: last.since_ms }, ...before];
      else shown = [{ who, since_ms: now_ms }, ...shown].slice(0, mostShown);
    }
    const lasted = (at: number): number => (shown[at - 1]?.since_ms ?? now_ms) - (shown[at]?.since_ms ?? now_ms);
    return shown.find(({ since_ms }, at) => since_ms <= now_ms - ago_ms && lasted(at) >= steadyForMs)?.who;
  };
};
