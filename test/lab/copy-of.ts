/** A copy of what is data and nothing else, as JSON knows it: in a fraction of the time that `structuredClone` takes. */
export const copyOf = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const copy = { ...value } as Record<string, unknown>;
  for (const name in copy) if (typeof copy[name] === 'object') copy[name] = copyOf(copy[name]);
  return copy as T;
};
