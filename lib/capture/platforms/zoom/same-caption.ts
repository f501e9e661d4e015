/** Which caption a row of the client's goes on with, as it has no ids: rows move, grow, change and are named anew. Pure. */

/** What stood below the picture is in the list, once that is open. */
const listedWithinMs = 10_000;

export interface CaptionRow {
  /** Absent where the client does not say who speaks. */
  readonly speaker: string | undefined;
  readonly time: string;
  readonly text: string;
}

export interface Kept extends CaptionRow {
  speaker: string | undefined;
  readonly id: string;
  readonly speaker_id: string;
  readonly speaker_name: string;
  readonly first_ms: number;
  /** The letters of its row that stand before it: they were final when the row went on. */
  readonly begins: string;
  changed_ms: number;
  text: string;
  isOver: boolean;
}

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const beginning = (text: string): string => lettersOf(text).slice(0, 12);

/** Where these letters have gone by and the next one stands; at the end where there is none. */
const placeAfter = (letters: string, text: string): number => {
  let left = [...letters].length;
  let at = 0;
  for (const character of text) {
    if (isLetter(character) && left-- === 0) break;
    at += character.length;
  }
  return at;
};

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const beginningOfWord = (text: string, at: number): number => words.segment(text).containing(at)?.index ?? at;

/** Of a row, what is told by this one; nothing where the row begins with other words by now. */
export const partOf = ({ text }: CaptionRow, { begins }: Kept): string => {
  if (begins === '') return text;
  return lettersOf(text).startsWith(begins) ? text.slice(placeAfter(begins, text)) : '';
};

/** Words are added, and the last ones change; marks change after the last words too. */
const goesOn = (before: Kept, row: CaptionRow): boolean => {
  const text = partOf(row, before);
  if (text === '') return false;
  if (before.text === text || lettersOf(before.text) === lettersOf(text)) return true;
  return (
    !before.isOver && (beginning(text).startsWith(beginning(before.text)) || beginning(before.text) === beginning(text))
  );
};

const isBySame = (before: Kept, row: CaptionRow): boolean =>
  (row.speaker === undefined || before.speaker === row.speaker) && before.time === row.time;

/** Whether one is what became of the other. */
export const isSame = (before: Kept, row: CaptionRow): boolean => isBySame(before, row) && goesOn(before, row);

/**
 * Whether the client names somebody else above what it wrote down before: they are called otherwise now, or have gone. Not
 * while it has a row of their own name that goes on with this, or that goes on with nothing else.
 */
export const isRenamed = (
  before: Kept,
  row: CaptionRow,
  { rows, kept }: { readonly rows: readonly CaptionRow[]; readonly kept: readonly Kept[] },
): boolean => {
  const isTheirs = (other: CaptionRow): boolean =>
    isBySame(before, other) && (goesOn(before, other) || !kept.some((one) => isSame(one, other)));
  return row.time !== '' && before.time === row.time && goesOn(before, row) && !rows.some(isTheirs);
};

/** Whether its first words may have changed, which they do while there are few: no row goes on with it. */
export const mayBeRewritten = (before: Kept, row: CaptionRow, rows: readonly CaptionRow[]): boolean =>
  row.time !== '' &&
  before.speaker === row.speaker &&
  before.time === row.time &&
  !rows.some((other) => isSame(before, other));

/** Whether it can take what the row says in its place. */
export const isOpenFor = (before: Kept, row: CaptionRow): boolean =>
  !before.isOver && lettersOf(partOf(row, before)) !== '';

const toldOf = ({ begins, text }: Kept): string => begins + lettersOf(text);

/** Whether its row says more than what was final. */
export const isContinued = (before: Kept, row: CaptionRow): boolean => {
  if (!before.isOver || row.time === '' || !isBySame(before, row) || lettersOf(before.text) === '') return false;
  const letters = lettersOf(row.text);
  return letters.startsWith(toldOf(before)) && letters !== toldOf(before);
};

/** That of which the client has written most; of equals the first one. */
export const longest = (all: readonly Kept[]): Kept | undefined =>
  all.toSorted((one, other) => toldOf(other).length - toldOf(one).length)[0];

/** Whether it stood below the picture a while ago, and stands in the list now that this is open. */
export const isListedNow = (before: Kept, row: CaptionRow, now_ms: number): boolean =>
  before.time === '' && row.time !== '' && now_ms - before.changed_ms < listedWithinMs && goesOn(before, row);

/** What a row says beyond what was final of it, from a whole word on. */
export const moreOf = (row: CaptionRow, final: Kept): Pick<Kept, 'text' | 'begins'> => {
  const at = beginningOfWord(row.text, placeAfter(toldOf(final), row.text));
  return { text: row.text.slice(at), begins: lettersOf(row.text.slice(0, at)) };
};
