/** What a request asks behind the question mark. */

/** Many libraries of HTTP name a parameter that may have several values so: `states[]`, or `states[0]`. */
const brackets = /(?<=.)\[\d*\]$/;

/** Query parameters as an object; those given several times as arrays. */
export const queryOf = (rawQueryString: string): Record<string, string | string[]> => {
  const query = new Map<string, string | string[]>();
  for (const [given, value] of new URLSearchParams(rawQueryString)) {
    const name = given.replace(brackets, '');
    const before = query.get(name);
    query.set(name, before === undefined ? value : [...[before].flat(), value]);
  }
  return Object.fromEntries(query);
};
