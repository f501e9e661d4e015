/** Zoom's pages as another hand typed them (test/corpus/zoom): what the frame of the client shows. */
import { existsSync, readFileSync } from 'node:fs';
import { escaped } from '../pages.ts';

const corpusBots = /Minutes Bot|Notes Bot|Notetaker/g;

/** What a page of the client has in its body: of the frame that the client lives in, where the entry has one. */
export const clientPage = (entry: string, bot = ''): string => {
  const file = (name: string): URL => new URL(`../../../corpus/zoom/${entry}/${name}`, import.meta.url);
  const frame = existsSync(file('frame-1.html')) ? 'frame-1.html' : 'frame-0.html';
  const html = /<body[^>]*>([\s\S]*)<\/body>/.exec(readFileSync(file(frame), 'utf8'))?.[1] ?? '';
  return bot === '' ? html : html.replaceAll(corpusBots, () => escaped(bot));
};

/** The element whose first line holds a mark, such as `role="dialog"`: the corpus is indented. */
export const elementIn = (entry: string, mark: string): string => {
  const lines = clientPage(entry).split('\n');
  const first = lines.findIndex((line) => line.includes(mark));
  const indent = /^ */.exec(lines[first] ?? '')?.[0] ?? '';
  const last = lines.findIndex((line, index) => index > first && line.startsWith(`${indent}</`));
  if (first < 0 || last < 0) throw new Error(`${entry} has no element with ${mark}`);
  return lines.slice(first, last + 1).join('\n');
};
