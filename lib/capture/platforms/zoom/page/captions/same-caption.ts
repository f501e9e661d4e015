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
export interface RowBefore {
  readonly row: CaptionRow;
  /** At the last look. */
  readonly isListed: boolean;
  /** Nothing is said for a while. */
  readonly isOver: boolean;
}

interface Words {
  readonly letters: string;
  readonly begins: string;
  readonly words: readonly string[];
  readonly known: ReadonlySet<string>;
}

const wordsIn = (text: string): Words => {
  const letters = lettersOf(text);
  const words = wordsOf(text);
  return { letters, begins: letters.slice(0, 12), words, known: new Set(words) };
};

/** Words are added, and the last ones change. */
const isMoreOf = (before: Words, now: Words): boolean => now.begins.startsWith(before.begins);

export const goesOn = (before: string, text: string): boolean => isMoreOf(wordsIn(before), wordsIn(text));

const isBySame = (before: CaptionRow, row: CaptionRow): boolean =>
  row.speaker === undefined || before.speaker === row.speaker;

const exact = 1_000_000;

/** How much alike they are; nothing where one is not what became of the other. */
const likeness = (before: Words, now: Words): number => {
  if (before.letters === now.letters) return exact;
  return isMoreOf(before, now) ? 1 + now.words.filter((word) => before.known.has(word)).length : 0;
};

interface Pair<Of> {
  readonly before: Of;
  readonly row: CaptionRow;
}

/** Those of one time, of which each is one of the others at most. */
const pairsOf = <Of extends RowBefore>(all: readonly Of[], rows: readonly CaptionRow[]): readonly Pair<Of>[] => {
  const pairs: Pair<Of>[] = [];
  let beforeLeft = all;
  let rowsLeft = rows;
  // Rows go at the top and are added at the end.
  const gone = Math.max(0, all.length - rows.length);
  const places = new Map<Of | CaptionRow, number>([
    ...all.map((before, at) => [before, at - gone] as const),
    ...rows.map((row, at) => [row, at] as const),
  ]);
  const placeOf = (one: Of | CaptionRow): number => places.get(one) ?? 0;
  const moved = ({ before, row }: Pair<Of>): number => Math.abs(placeOf(before) - placeOf(row));
  const wordsBefore = new Map(all.map((before) => [before, wordsIn(before.row.text)]));
  const wordsNow = new Map(rows.map((row) => [row, wordsIn(row.text)]));
  const alike = (before: Of, row: CaptionRow): number => {
    const [words, others] = [wordsBefore.get(before), wordsNow.get(row)];
    return words && others ? likeness(words, others) : 0;
  };
  /** Those most alike first, and of equals those that have moved least. */
  const pair = (score: (before: Of, row: CaptionRow) => number): void => {
    const possible = rowsLeft
      .flatMap((row) => beforeLeft.map((before) => ({ before, row, score: score(before, row) })))
      .filter((one) => one.score > 0)
      .toSorted((one, other) => other.score - one.score || moved(one) - moved(other));
    for (const { before, row } of possible) {
      if (!beforeLeft.includes(before) || !rowsLeft.includes(row)) continue;
      pairs.push({ before, row });
      beforeLeft = beforeLeft.filter((one) => one !== before);
      rowsLeft = rowsLeft.filter((one) => one !== row);
    }
  };

  pair((before, row) => (before.isListed && isBySame(before.row, row) ? alike(before, row) : 0));
  // The first words change while there are few. Where it may be one of several, words of another would be lost.
  const open = beforeLeft.filter(({ isListed }) => isListed);
  pair((before, row) => {
    const [one, ...others] = open.filter((other) => isBySame(other.row, row));
    return one === before && others.length === 0 ? 1 : 0;
  });
  // They are called otherwise now, or have gone.
  pair((before, row) => {
    const score = before.isListed ? alike(before, row) : 0;
    return before.isOver && score < exact ? 0 : score;
  });
  pair((before, row) => (isBySame(before.row, row) ? alike(before, row) : 0));
  return pairs;
};

export const areSame = (some: readonly CaptionRow[], others: readonly CaptionRow[]): boolean =>
  some.length === others.length &&
  some.every(({ speaker, time, face, text }, at) => {
    const other = others[at];
    return speaker === other?.speaker && time === other?.time && face === other.face && text === other.text;
  });

/** What each row was before. */
export const sameAs = <Of extends RowBefore>(
  all: readonly Of[],
  rows: readonly CaptionRow[],
): ReadonlyMap<CaptionRow, Of> => {
  const allBefore = Map.groupBy(all, ({ row }) => row.time);
  const pairs = [...Map.groupBy(rows, ({ time }) => time)].flatMap(([time, those]) =>
    pairsOf(allBefore.get(time) ?? [], those),
  );
  return new Map(pairs.map(({ before, row }) => [row, before]));
};
