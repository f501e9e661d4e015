/** Zoom's pages as another hand typed them (test/corpus/zoom): what the frame of the client shows. */
import { existsSync, readFileSync } from 'node:fs';
import { elementIn, renamed } from '../pages.ts';

/** What a page of the client has in its body: of the frame that the client lives in, where the entry has one. */
export const clientPage = (entry: string, bot = ''): string => {
  const file = (name: string): URL => new URL(`../../../corpus/zoom/${entry}/${name}`, import.meta.url);
  const frame = existsSync(file('frame-1.html')) ? 'frame-1.html' : 'frame-0.html';
  const html = /<body[^>]*>([\s\S]*)<\/body>/.exec(readFileSync(file(frame), 'utf8'))?.[1] ?? '';
  return bot === '' ? html : renamed(html, bot);
};

/** An element of such a page, by a mark in its first line. */
export const elementOf = (entry: string, mark: string): string => elementIn(clientPage(entry), mark);
