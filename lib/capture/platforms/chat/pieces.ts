/** Messages that are longer than the field takes. */

/** Where to cut a text that is too long: behind a line, else behind a word, else between two characters. */
const cutOf = (text: string, most: number): number => {
  const start = text.slice(0, most + 1);
  for (const blank of ['\n', ' ']) {
    const at = start.lastIndexOf(blank);
    // Shorter pieces are not made for the sake of whole words.
    if (at >= most / 2) return at;
  }
  const isPair = most > 1 && /[\ud800-\udbff]/.test(start[most - 1] ?? '');
  return isPair ? most - 1 : most;
};

/** A message as it is written: in one piece where it can be, in the order of the text. */
export const piecesOf = (text: string, most: number): readonly string[] => {
  const pieces: string[] = [];
  for (let rest = text.trim(); rest !== ''; ) {
    const at = rest.length > most ? cutOf(rest, most) : rest.length;
    pieces.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trim();
  }
  return pieces;
};
