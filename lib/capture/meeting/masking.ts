/** Takes out of texts what may not leave a meeting: names, what was written, addresses of mail, secrets. Pure. */

export interface Masked {
  /** Of people in the meeting, and of the bot. */
  readonly names: readonly string[];
  /** What people have written. */
  readonly texts: readonly string[];
  /** Passcodes, tokens and the like, as they are known. */
  readonly secrets: readonly string[];
  /** Words that stand in signs, and so stay when they are a part of somebody's name only, or all that somebody has written. */
  readonly words: ReadonlySet<string>;
}

export const asPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
/** Any of these, the longest first; as whole words, where they begin and end with such. */
const anyOf = (all: readonly string[]): RegExp | undefined => {
  const longestFirst = [...new Set(all)]
    .filter((one) => one !== '')
    .toSorted((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return undefined;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.map(asPattern).join('|')})(?![\\p{L}\\p{N}])`, 'giu');
};

const mail = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const signed = /eyJ[\w-]{5,}(?:\.[\w-]+)*/g;
/** Long, and of letters and digits: nothing that people read. */
const keyLike = /(?<![\w-])(?=[\w+-]*\d)(?=[\w+-]*[a-z])[\w+-]{20,}={0,2}/gi;
const parameter = /([?&#;](?:pwd|p|tk|token|jwt|zak|password|access_token|passcode|code)=)[^&\s"'<>]+/gi;
const leastOfName = 3;

const partsOf = (name: string, words: ReadonlySet<string>): string[] =>
  name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= leastOfName && !words.has(part.toLowerCase()));

/** Whether somebody's text has anything in it but words of signs: what has not may be the page's own sentence as well. */
const tellsMore = (text: string, words: ReadonlySet<string>): boolean => {
  const written = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return written.length === 0 || written.some((word) => !words.has(word));
};

/** What of these must not be seen either: names and their parts, and what was written, in lower case. */
export const namesAndTexts = ({ names, texts, words }: Omit<Masked, 'secrets'>): string[] => {
  const all = [...names.flatMap((name) => [name, ...partsOf(name, words)]), ...texts];
  return [...new Set(all.map((one) => one.trim().toLowerCase()))].filter(({ length }) => length >= leastOfName);
};

/** A text with nothing of that in it. Whoever has a name keeps one number. */
export const createMask = ({ names, texts, secrets, words }: Masked): ((text: string) => string) => {
  const people = names.filter((name) => name.trim() !== '');
  const numbers = new Map<string, number>();
  for (const [at, name] of people.entries())
    for (const part of [name, ...partsOf(name, words)]) {
      const key = part.toLowerCase();
      if (!numbers.has(key)) numbers.set(key, at + 1);
    }
  const isSecret = anyOf(secrets.filter(({ length }) => length >= 4));
  const isWritten = anyOf(texts.filter((text) => text.length >= leastOfName && tellsMore(text, words)));
  const isName = anyOf([...numbers.keys()]);
  return (text) => {
    let masked = text.replaceAll(parameter, '$1SECRET');
    if (isSecret) masked = masked.replaceAll(isSecret, 'SECRET');
    masked = masked.replaceAll(mail, 'MAIL').replaceAll(signed, 'SECRET').replaceAll(keyLike, 'SECRET');
    if (isWritten) masked = masked.replaceAll(isWritten, 'WRITTEN');
    if (isName) masked = masked.replaceAll(isName, (name) => `NAME-${numbers.get(name.toLowerCase()) ?? 0}`);
    return masked;
  };
};

/** Data with every text in it masked. */
export const maskedData = (value: unknown, mask: (text: string) => string): unknown => {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one) => maskedData(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskedData(one, mask)]));
};
