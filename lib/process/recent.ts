import { BoundedMap } from './bounded.ts';

/** Makes something for each text once, and remembers it for as many texts as were new last. */
export const recent = <T>(most: number, make: (text: string) => T): ((text: string) => T) => {
  const made = new BoundedMap<string, T>(most);
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    made.set(text, value);
    return value;
  };
};
