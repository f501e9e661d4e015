/** Which row of a look before each row of the client's is, as rows have no ids: they move, grow, change and are named anew. Pure. */
import { lettersOf, wordsOf } from './caption-text.ts';

export interface CaptionRow {
  /** Absent where the client does not say who speaks. */
  readonly speaker: string | undefined;
  /** Of the list only. */
  readonly time: string;
  /** The picture or the initials of whoever speaks: below the picture only. */
  readonly face?: string | undefined;
  readonly text: string;
}

/** A row as it was when it was last seen. */
export interface Seen {
  readonly row: CaptionRow;
  /** At the last look. */
  readonly isListed: boolean;
  /** Nothing is said for a while. */
  readonly isOver: boolean;
}

const beginning = (text: string): string => lettersOf(text).slice(0, 12);

/** Words are added, and the last ones change. */
export const goesOn = (before: string, text: string): boolean =>
  beginning(text).startsWith(beginning(before)) || beginning(before) === beginning(text);

const isBySame = (before: CaptionRow, row: CaptionRow): boolean =>
  row.speaker === undefined || before.speaker === row.speaker;

const exact = 1_000_000;

/** How much alike they are; nothing where one is not what became of the other. */
const likeness = (before: string, text: string): number => {
  if (lettersOf(before) === lettersOf(text)) return exact;
  if (!goesOn(before, text)) return 0;
  const known = new Set(wordsOf(before));
  return 1 + wordsOf(text).filter((word) => known.has(word)).length;
};

interface Pair<Of> {
  readonly seen: Of;
  readonly row: CaptionRow;
}

/** Those of one time, of which each is one of the others at most. */
const pairsOf = <Of extends Seen>(all: readonly Of[], rows: readonly CaptionRow[]): readonly Pair<Of>[] => {
  const pairs: Pair<Of>[] = [];
  let seenLeft = all;
  let rowsLeft = rows;
  // Rows go at the top and are added at the end.
  const gone = Math.max(0, all.length - rows.length);
  const moved = ({ seen, row }: Pair<Of>): number => Math.abs(all.indexOf(seen) - gone - rows.indexOf(row));
  /** Those most alike first, and of equals those that have moved least. */
  const pair = (score: (seen: Of, row: CaptionRow) => number): void => {
    const possible = rowsLeft
      .flatMap((row) => seenLeft.map((seen) => ({ seen, row, score: score(seen, row) })))
      .filter((one) => one.score > 0)
      .toSorted((one, other) => other.score - one.score || moved(one) - moved(other));
    for (const { seen, row } of possible) {
      if (!seenLeft.includes(seen) || !rowsLeft.includes(row)) continue;
      pairs.push({ seen, row });
      seenLeft = seenLeft.filter((one) => one !== seen);
      rowsLeft = rowsLeft.filter((one) => one !== row);
    }
  };

  pair((seen, row) => (seen.isListed && isBySame(seen.row, row) ? likeness(seen.row.text, row.text) : 0));
  // The first words change while there are few. Where it may be one of several, words of another would be lost.
  const open = seenLeft.filter(({ isListed }) => isListed);
  pair((seen, row) => {
    const [one, ...others] = open.filter((other) => isBySame(other.row, row));
    return one === seen && others.length === 0 ? 1 : 0;
  });
  // They are called otherwise now, or have gone.
  pair((seen, row) => {
    const alike = seen.isListed ? likeness(seen.row.text, row.text) : 0;
    return seen.isOver && alike < exact ? 0 : alike;
  });
  pair((seen, row) => (isBySame(seen.row, row) ? likeness(seen.row.text, row.text) : 0));
  return pairs;
};

export const areSame = (some: readonly CaptionRow[], others: readonly CaptionRow[]): boolean =>
  some.length === others.length &&
  some.every(({ speaker, time, face, text }, at) => {
    const other = others[at];
    return speaker === other?.speaker && time === other?.time && face === other.face && text === other.text;
  });

/** What each row was before. */
export const sameAs = <Of extends Seen>(
  all: readonly Of[],
  rows: readonly CaptionRow[],
): ReadonlyMap<CaptionRow, Of> => {
  const seen = Map.groupBy(all, ({ row }) => row.time);
  const pairs = [...Map.groupBy(rows, ({ time }) => time)].flatMap(([time, those]) =>
    pairsOf(seen.get(time) ?? [], those),
  );
  return new Map(pairs.map(({ seen, row }) => [row, seen]));
};
