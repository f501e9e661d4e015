/** What comes several times is one text, with commas between. Clients choose the names: `constructor` is one like others. */
export const joinedValues = (entries: Iterable<readonly [string, string]>): Record<string, string> => {
  const all = new Map<string, string>();
  for (const [name, value] of entries) all.set(name, all.has(name) ? `${all.get(name)},${value}` : value);
  return Object.fromEntries(all);
};
