/** Takes out of texts what may not leave a meeting: names, what was written, addresses of mail, secrets. Pure. */
import { wholeWords } from '../../../domain/whole-words.ts';

export interface Masked {
  /** Of people in the meeting, and of the bot. */
  readonly names: readonly string[];
  /** What people have written. */
  readonly texts: readonly string[];
  /** Passcodes, tokens and the like, as they are known. */
  readonly secrets: readonly string[];
  /** Words that stand in signs, and so stay when they are a part of somebody's name only. */
  readonly words: ReadonlySet<string>;
  /** Whether a part of a text is the page's own there: it stays, whoever is called so or has written the same. */
  readonly isOwn?: (part: string, text: string) => boolean;
}

/**
 * A run of what may stand before an `@`, and what makes it an address of mail. Without the latter it is passed over as a whole: an
 * expression for addresses alone would look through a long run once for each of its letters.
 */
const mayBeMail = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+(@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)?/gu;
const withoutMail = (text: string): string =>
  text.replaceAll(mayBeMail, (run, host?: string) => (host === undefined ? run : 'MAIL'));
const signed = /eyJ[\w-]{5,}(?:\.[\w-]+)*/g;
/** Long, and of letters and digits: nothing that people read. Where a run is none from its beginning, it is none from any `+` in it. */
const keyLike = /(?<![\w+-])(?=[\w+-]*\d)(?=[\w+-]*[a-z])[\w+-]{20,}={0,2}/gi;
const parameter = /([?&#;](?:pwd|p|tk|token|jwt|zak|password|access_token|passcode|code)=)[^&\s"'<>]+/gi;
const leastOfName = 3;

const allOf = (words: readonly string[]): RegExp | undefined => wholeWords(words, 'g');

const partsOf = (name: string, words: ReadonlySet<string>): string[] =>
  name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= leastOfName && !words.has(part.toLowerCase()));

/** What of these must not be seen either: names and their parts, and what was written, in lower case. */
export const namesAndTexts = ({ names, texts, words }: Pick<Masked, 'names' | 'texts' | 'words'>): string[] => {
  const all = [...names.flatMap((name) => [name, ...partsOf(name, words)]), ...texts];
  return [...new Set(all.map((one) => one.trim().toLowerCase()))].filter(({ length }) => length >= leastOfName);
};

/** A text with nothing of that in it. Whoever has a name keeps one number. */
export const createMask = ({
  names,
  texts,
  secrets,
  words,
  isOwn = () => false,
}: Masked): ((text: string) => string) => {
  const people = names.filter((name) => name.trim() !== '');
  const numbers = new Map<string, number>();
  for (const [at, name] of people.entries())
    for (const part of [name, ...partsOf(name, words)]) {
      const key = part.toLowerCase();
      if (!numbers.has(key)) numbers.set(key, at + 1);
    }
  const isSecret = allOf(secrets.filter(({ length }) => length >= 4));
  const isWritten = allOf(texts.filter(({ length }) => length >= leastOfName));
  const isName = allOf([...numbers.keys()]);
  return (text) => {
    let masked = text.replaceAll(parameter, '$1SECRET');
    if (isSecret) masked = masked.replaceAll(isSecret, 'SECRET');
    masked = withoutMail(masked).replaceAll(signed, 'SECRET').replaceAll(keyLike, 'SECRET');
    const unlessOwn = (part: string, instead: string): string => (isOwn(part, text) ? part : instead);
    if (isWritten) masked = masked.replaceAll(isWritten, (part) => unlessOwn(part, 'WRITTEN'));
    if (isName)
      masked = masked.replaceAll(isName, (name) => unlessOwn(name, `NAME-${numbers.get(name.toLowerCase()) ?? 0}`));
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

const tagOrText = /(<!doctype html>|<\/[a-z][a-z0-9-]*>|<[a-z][a-z0-9-]*(?: [\w-]+="[^"]*")*>)|<?[^<]+|</gi;
const attribute = / ([\w-]+)="([^"]*)"/g;
/** What is in them is the page's, and what its elements are known by. */
const ofStructure = /^(?:class|role|type)$/;

const characters = [
  ['\u00a0', '&nbsp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['&', '&amp;'],
] as const;
const unescaped = (html: string): string =>
  characters.reduce((text, [plain, entity]) => text.replaceAll(entity, plain), html);
const escaped = (text: string): string =>
  characters.reduceRight((html, [plain, entity]) => html.replaceAll(plain, entity), text);

/** Markup, as browsers write it, with its texts and the values of its attributes masked: tags stay what they are. */
export const maskedMarkup = (html: string, mask: (text: string) => string): string => {
  const inMarkup = (part: string): string => escaped(mask(unescaped(part)));
  return html.replaceAll(tagOrText, (part, tag?: string) =>
    tag === undefined
      ? inMarkup(part)
      : tag.replaceAll(attribute, (whole, name: string, value: string) =>
          ofStructure.test(name) ? whole : ` ${name}="${inMarkup(value)}"`,
        ),
  );
};
