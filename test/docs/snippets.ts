/** What documents show as code: to be run, sent or read by tests. */
import { readFileSync } from 'node:fs';

export interface Snippet {
  readonly page: string;
  /** Empty where nothing is said. */
  readonly language: string;
  readonly text: string;
}

/** All of a page, in its order; those within lists without the indentation that puts them there. */
export const snippetsIn = (page: string): Snippet[] =>
  [...readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8').matchAll(/^( *)```(\w*)\n(.*?)^\1```/gms)].map(
    ([, indent = '', language = '', text = '']) => ({
      page,
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );

/** The one that begins so. @throws when there is none, or more than one */
export const snippetOf = (page: string, beginning: string): string => {
  const found = snippetsIn(page).filter(({ text }) => text.startsWith(beginning));
  const [one] = found;
  if (!one || found.length > 1) throw new Error(`${page} has ${found.length} snippets that begin with ${beginning}`);
  return one.text;
};
