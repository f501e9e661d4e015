/**
 * What stands below the picture: a line for each of the last two who spoke, without their names. A line grows at its end, and
 * what was said a while ago goes from its beginning.
 */
import { between, lettersOf, moreThan, without, wordsOf } from './caption-text.ts';
import { goesOn } from './same-caption.ts';

export interface Subtitle {
  /** The picture or the initials of whoever says it, where the client shows them. */
  readonly face?: string | undefined;
  readonly text: string;
}

/** What is told of a line: more than one where it went on after the one before was final. */
export interface Told {
  text: string;
  changed_ms: number;
  isOver: boolean;
}

interface Line<Of extends Told> {
  face: string | undefined;
  text: string;
  /** The letters that stand before what is open: these are final. */
  begins: string;
  changed_ms: number;
  shown_ms: number;
  isShown: boolean;
  told: Of[];
}

export interface Subtitles<Of extends Told> {
  look(rows: readonly Subtitle[], now_ms: number): void;
  /** What was told as this text since then, for the list to go on with. */
  take(text: string, since_ms: number): Of | undefined;
}

/** Words stay as they are from then on. */
export const finalAfterMs = 2_000;
/** What was begun longer ago is not in lines that the client makes anew, which then looks at seconds but not at minutes. */
const shownForMs = 22_000;
const minuteMs = 60_000;
/** Where no face is shown, the next words may be those of anybody. */
const shownWithoutFaceMs = 10_000;
/** What is final is gone on with in the list for no longer. */
const takenForMs = 15_000;
/** So many letters are not the same by chance. */
const surely = 12;
/** Whoever says no more than these has begun just now: nothing of it has gone. */
const few = 40;

const sharedBy = (some: string, others: string): number => {
  let at = 0;
  while (at < some.length && some[at] === others[at]) at++;
  return at;
};

/** The letters of the words that are the same at both ends. */
const endOfBoth = (some: string, others: string): string => {
  const words = wordsOf(others).toReversed();
  const before = wordsOf(some).toReversed();
  const at = words.findIndex((word, place) => word !== before[place]);
  return words
    .slice(0, at < 0 ? undefined : at)
    .toReversed()
    .join('');
};

/** Before each word, how many letters stand there. */
const startsOf = (text: string): readonly number[] => {
  const words = wordsOf(text);
  return words.map((_, at) => words.slice(0, at).join('').length);
};

/** How many letters have gone from the beginning of a line, as most of it is left then; undefined where it is another. */
const goneFrom = (before: string, text: string): number | undefined => {
  const letters = lettersOf(before);
  const others = lettersOf(text);
  const end = endOfBoth(before, text).length;
  const [found] = startsOf(before)
    .map((at) => {
      const left = letters.slice(at);
      const shared = sharedBy(left, others);
      return { at, of: left.length, shared, same: shared && Math.min(shared + end, left.length, others.length) };
    })
    .filter(({ of, same }) => same >= Math.min(surely, of))
    .toSorted((one, other) => other.same - one.same || other.shared - one.shared);
  return found?.at;
};

const openOf = <Of extends Told>({ told }: Line<Of>): Of | undefined => told.find(({ isOver }) => !isOver);

/** Whether a line is what became of another: the higher, the more certain. */
const certainty = <Of extends Told>(line: Line<Of>, { face, text }: Subtitle, now_ms: number): number => {
  const isTheirs = line.face === face;
  const isSame = lettersOf(line.text) === lettersOf(text);
  const isRest = face !== undefined && endOfBoth(line.text, text) === lettersOf(text);
  if (line.isShown && isTheirs && (isSame || isRest)) return 4;
  const age_ms = now_ms - line.changed_ms;
  if (face === undefined ? age_ms >= shownWithoutFaceMs : age_ms % minuteMs >= shownForMs) return 0;
  const open = openOf(line);
  if (face === undefined && !open) return isTheirs && isSame ? 2 : 0;
  const gone = goneFrom(line.text, text);
  if (gone !== undefined)
    return isTheirs ? 2 + Number(line.isShown) : Number(lettersOf(line.text).length - gone >= surely);
  if (!isTheirs || face === undefined || !line.isShown || !open) return 0;
  // Words change while there are few.
  const length = lettersOf(open.text).length;
  const isBegunAlike = wordsOf(line.text)[0] === wordsOf(text)[0];
  return Number(length < surely || (length < few && isBegunAlike));
};

/** `tell` begins to tell a text, of whoever is heard now and has this face. */
export const createSubtitles = <Of extends Told>(tell: (subtitle: Subtitle, now_ms: number) => Of): Subtitles<Of> => {
  let lines: Line<Of>[] = [];

  const end = (line: Line<Of>): void => {
    for (const one of line.told) one.isOver = true;
    line.begins = lettersOf(line.text);
  };

  /**
   * Its letters that are final. Words among them that are others now are told by themselves; and where there is nothing behind
   * them, the line goes on from there.
   */
  const finalIn = (line: Line<Of>, text: string, now_ms: number): string => {
    const gone = goneFrom(line.text, text);
    if (gone) end(line);
    const begins = gone === undefined ? '' : line.begins.slice(gone);
    const letters = lettersOf(text);
    const shared = sharedBy(begins, letters);
    if (shared === begins.length) return begins;
    const from = moreThan(letters.slice(0, shared), text).begins;
    const open = lettersOf(line.text).slice(line.begins.length);
    const most = Math.min(letters.length, begins.length + open.length) - from.length;
    const ends = endOfBoth(line.text, text).slice(-most);
    if (most <= 0 || ends === '' || ends.length < open.length) return from;
    const other = between(from, ends, text);
    if (lettersOf(other) !== '')
      line.told.push(Object.assign(tell({ face: line.face, text: other }, now_ms), { isOver: true }));
    return letters.slice(0, letters.length - open.length);
  };

  const change = (line: Line<Of>, { face, text }: Subtitle, now_ms: number): void => {
    line.face = face;
    if (line.text === text) return;
    line.begins = finalIn(line, text, now_ms);
    Object.assign(line, { text, changed_ms: now_ms });
    if (lettersOf(text) === line.begins) return;
    const open = openOf(line);
    if (open) {
      Object.assign(open, { text: without(line.begins, text), changed_ms: now_ms });
      return;
    }
    const more = moreThan(line.begins, text);
    line.begins = more.begins;
    line.told.push(tell({ face, text: more.text }, now_ms));
  };

  const begin = ({ face, text }: Subtitle, now_ms: number): Line<Of> => {
    const told = [tell({ face, text }, now_ms)];
    return { face, text, begins: '', changed_ms: now_ms, shown_ms: now_ms, isShown: true, told };
  };

  /** Which line each row was, the most certain first, and of equals the one that was seen last. */
  const follow = (rows: readonly Subtitle[], now_ms: number): ReadonlyMap<Subtitle, Line<Of>> => {
    const found = new Map<Subtitle, Line<Of>>();
    const possible = rows
      .flatMap((row) => lines.map((line) => ({ row, line, certainty: certainty(line, row, now_ms) })))
      .filter((one) => one.certainty > 0)
      .toSorted((one, other) => other.certainty - one.certainty || other.line.shown_ms - one.line.shown_ms);
    for (const { row, line } of possible)
      if (!found.has(row) && ![...found.values()].includes(line)) found.set(row, line);
    return found;
  };

  return {
    look(rows, now_ms) {
      const before = follow(rows, now_ms);
      for (const [row, line] of before) change(line, row, now_ms);
      const shown = new Set(rows.map((row) => before.get(row) ?? begin(row, now_ms)));
      for (const line of lines) line.isShown = shown.has(line);
      for (const line of shown) line.shown_ms = now_ms;
      lines = [...lines.filter((line) => !line.isShown), ...shown];
      for (const line of lines) {
        if (line.told.every(({ isOver, changed_ms }) => isOver || now_ms - changed_ms >= finalAfterMs)) end(line);
        line.told = line.told.filter(({ isOver, changed_ms }) => !isOver || now_ms - changed_ms < takenForMs);
      }
      lines = lines.filter((line) => line.isShown || now_ms - line.shown_ms < shownForMs);
    },
    take(text, since_ms) {
      for (const line of lines) {
        const taken = line.told.find(
          (one) =>
            one.changed_ms > since_ms &&
            // What is final goes on no more.
            (one.isOver ? lettersOf(one.text) === lettersOf(text) : goesOn(one.text, text)),
        );
        if (!taken) continue;
        if (!taken.isOver) line.begins = lettersOf(line.text);
        line.told = line.told.filter((one) => one !== taken);
        return taken;
      }
      return undefined;
    },
  };
};
