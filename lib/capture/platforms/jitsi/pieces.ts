/** What Jitsi Meet's field takes of a message; the rest is cut off (CHAR_LIMIT in features/chat of jitsi-meet). */
const mostUnits = 500;
/** Shorter pieces than this are not made for the sake of whole words. */
const leastUnits = mostUnits / 2;

/** Where to cut a text that is too long: behind a line, else behind a word, else between two characters. */
const cutOf = (text: string): number => {
  const start = text.slice(0, mostUnits + 1);
  for (const blank of ['\n', ' ']) {
    const at = start.lastIndexOf(blank);
    if (at >= leastUnits) return at;
  }
  const isPair = /[\ud800-\udbff]/.test(start[mostUnits - 1] ?? '');
  return isPair ? mostUnits - 1 : mostUnits;
};

/** A message as it is written: in one piece where it can be, in the order of the text. */
export const piecesOf = (text: string): readonly string[] => {
  const pieces: string[] = [];
  for (let rest = text.trim(); rest !== ''; ) {
    const at = rest.length > mostUnits ? cutOf(rest) : rest.length;
    pieces.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trim();
  }
  return pieces;
};
