/** Pages of platforms as another hand typed them from what was seen: those of the corpus (test/corpus). */
import { readFileSync } from 'node:fs';
import { type Chance, oneOf } from '../../lab/pages/mutations.ts';
import type { Quirks } from './quirks.ts';
import type { Hiding } from './stage/protocol.ts';

export interface KeptPage {
  /** What the body holds. */
  readonly html: string;
  readonly title: string;
  /** Where the platform has it. */
  readonly address: URL;
}

/** What bots are called in the corpus. */
const corpusBots = /Minutes Bot|Notes Bot|Notetaker/g;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

/** Toolbars by this selector go and come as the quirks have it. */
export const hidingOf = (selector: string, { toolbar, toolbarAfter_ms, toolbarBack_ms }: Quirks): Hiding | undefined =>
  toolbar === 'stays' ? undefined : { selector, after_ms: toolbarAfter_ms, back_ms: toolbarBack_ms, how: toolbar };

const kept = new Map<string, KeptPage>();

/** The bot of the corpus has another name. */
export const renamed = (html: string, bot: string): string => html.replaceAll(corpusBots, () => escaped(bot));

/** A page of the corpus by platform and entry, as in `google_meet/m12-denied`; the bot has this name in it. */
export const pageOf = (entry: string, bot: string): KeptPage => {
  const page = kept.get(entry) ?? read(entry);
  kept.set(entry, page);
  return { ...page, html: renamed(page.html, bot) };
};

const read = (entry: string): KeptPage => {
  const file = (name: string): string =>
    readFileSync(new URL(`../../corpus/${entry}/${name}`, import.meta.url), 'utf8');
  const whole = file('frame-0.html');
  const within = (tag: string): string => new RegExp(`<${tag}[^>]*>([\\s\\S]*)</${tag}>`).exec(whole)?.[1] ?? '';
  const { address } = JSON.parse(file('state.json')) as { readonly address: string };
  return { html: within('body').trimEnd(), title: within('title'), address: new URL(address) };
};

/**
 * The element whose first line holds a mark, such as `role="dialog"`: the corpus is indented, so that it ends where a line
 * begins as its own does.
 */
export const elementIn = (html: string, mark: string): string => {
  const lines = html.split('\n');
  const first = lines.findIndex((line) => line.includes(mark));
  const indent = /^ */.exec(lines[first] ?? '')?.[0] ?? '';
  const last = lines.findIndex((line, index) => index > first && line.startsWith(`${indent}</`));
  if (first < 0 || last < 0) throw new Error(`there is no element with ${mark} in ${html}`);
  return lines.slice(first, last + 1).join('\n');
};

/** An element of a page of the corpus, by a mark in its first line. */
export const elementOf = (entry: string, mark: string): string => elementIn(pageOf(entry, '').html, mark);

/** Changes what stands between tags. */
const inTexts = (html: string, change: (text: string) => string): string =>
  html.replaceAll(/>([^<>]+)</g, (_, text: string) => `>${change(text)}<`);

const typography: Readonly<Record<Quirks['typography'][number], (html: string) => string>> = {
  curly: (html) => inTexts(html, (text) => text.replaceAll("'", '\u2019').replaceAll('...', '\u2026')),
  nbsp: (html) => inTexts(html, (text) => text.replaceAll(/(\S) (\S+)$/g, '$1\u00a0$2')),
  split: (html) => inTexts(html, (text) => (text.trim() === '' ? text : text.replaceAll(/(\S+)/g, '<span>$1</span>'))),
};

/** Class names of one load: the same name becomes the same. */
const createClassNames = (chance: Chance) => {
  const names = new Map<string, string>();
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const made = (): string => Array.from({ length: 6 }, () => oneOf(letters, chance)).join('');
  return (html: string): string =>
    html.replaceAll(/ class="([^"]*)"/g, (_, list: string) => {
      const renamed = list.split(/\s+/).map((name) => {
        const known = names.get(name) ?? made();
        names.set(name, known);
        return known;
      });
      return ` class="${renamed.join(' ')}"`;
    });
};

/** What becomes of all that a page is to show, by its quirks. */
export const createPrinter = (quirks: Quirks, chance: Chance): ((html: string) => string) => {
  const rename = quirks.classes === 'random' ? createClassNames(chance) : (html: string) => html;
  return (html) => quirks.typography.reduce((printed, one) => typography[one](printed), rename(html));
};
