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
  readonly id: string;
  readonly speaker_id: string;
  readonly speaker_name: string;
  readonly first_ms: number;
  /** How many letters of its row stand before it: they were final when the row went on. */
  readonly letters_before: number;
  changed_ms: number;
  text: string;
  isOver: boolean;
}

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const beginning = (text: string): string => lettersOf(text).slice(0, 12);

/** Where so many letters have gone by and the next one stands; at the end where there is none. */
const placeAfter = (letters: number, text: string): number => {
  let left = letters;
  let at = 0;
  for (const character of text) {
    if (isLetter(character) && left-- === 0) break;
    at += character.length;
  }
  return at;
};

const textAfter = (letters: number, text: string): string =>
  letters === 0 ? text : text.slice(placeAfter(letters, text));

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const beginningOfWord = (text: string, at: number): number => words.segment(text).containing(at)?.index ?? at;

/** Of a row, what is told by this one. */
export const partOf = (row: CaptionRow, { letters_before }: Kept): string => textAfter(letters_before, row.text);

/** Words are added, and the last ones change; marks change after the last words too. */
const goesOn = (before: Kept, row: CaptionRow): boolean => {
  const text = partOf(row, before);
  if (before.text === text || (text !== '' && lettersOf(before.text) === lettersOf(text))) return true;
  return (
    !before.isOver && (beginning(text).startsWith(beginning(before.text)) || beginning(before.text) === beginning(text))
  );
};

const isBySame = (before: Kept, row: CaptionRow): boolean =>
  (row.speaker === undefined || before.speaker === row.speaker) && before.time === row.time;

/** Whether one is what became of the other. */
export const isSame = (before: Kept, row: CaptionRow): boolean => isBySame(before, row) && goesOn(before, row);

/** Whether the client names somebody else above what it wrote down before: they are called otherwise now, or have gone. */
export const isRenamed = (before: Kept, row: CaptionRow): boolean =>
  row.time !== '' && before.time === row.time && goesOn(before, row);

/** Whether its row says more than what was final. */
export const isLonger = (before: Kept, row: CaptionRow): boolean =>
  before.isOver &&
  row.time !== '' &&
  isBySame(before, row) &&
  lettersOf(before.text) !== '' &&
  lettersOf(partOf(row, before)).startsWith(lettersOf(before.text));

/** Whether it stood below the picture a while ago, and stands in the list now that this is open. */
export const isListedNow = (before: Kept, row: CaptionRow, now_ms: number): boolean =>
  before.time === '' && row.time !== '' && now_ms - before.changed_ms < listedWithinMs && goesOn(before, row);

/** What a row says beyond what was final of it, from a whole word on. */
export const moreOf = (row: CaptionRow, final: Kept): Pick<Kept, 'text' | 'letters_before'> => {
  const told = final.letters_before + lettersOf(final.text).length;
  const begins = beginningOfWord(row.text, placeAfter(told, row.text));
  return { text: row.text.slice(begins), letters_before: lettersOf(row.text.slice(0, begins)).length };
};
