/** Which of the names that there are somebody meant who wrote another one. */

/** How many letters have to be put in, taken out, changed, or exchanged with the next one, to make one word of the other. */
const distance = (one: string, other: string): number => {
  const [from, to] = [one.toLowerCase(), other.toLowerCase()];
  let before: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const above = row;
    row = [i + 1];
    for (const [j, wanted] of [...to].entries()) {
      const changed = (above[j] ?? 0) + (letter === wanted ? 0 : 1);
      const isExchanged = i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === wanted;
      const exchanged = isExchanged ? (before[j - 1] ?? 0) + 1 : Infinity;
      row.push(Math.min(changed, exchanged, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    before = above;
  }
  return row[to.length] ?? 0;
};

/** So many letters of a name may be slips: of a short one fewer, as else any other short one would be meant. */
const mostSlips = (name: string): number => Math.min(3, Math.floor(name.length / 4));

/** The one of `names` that `name` is a slip of; undefined where none is near. */
export const nearestName = (name: string, names: readonly string[]): string | undefined => {
  const most = mostSlips(name);
  const [nearest] = names
    // Whatever comes over the wire may be very long.
    .filter((known) => Math.abs(known.length - name.length) <= most)
    .map((known) => ({ known, slips: distance(name, known) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips);
  return nearest?.known;
};
