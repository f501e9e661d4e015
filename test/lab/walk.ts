import { expect } from 'vitest';
import type { Cursor, Page } from '../../lib/domain/page.ts';

export type Turn<T> = (from: Cursor | undefined) => Promise<Page<T>>;

/** Follows `next` (or `previous`) to the end; between two pages the world may change. */
export const walk = async <T>(turn: Turn<T>, way: 'next' | 'previous', from?: Cursor, between = async () => {}) => {
  const pages: Page<T>[] = [];
  for (let cursor = from, isFirst = true; cursor || isFirst; isFirst = false) {
    const page = await turn(cursor);
    pages.push(page);
    cursor = page[way];
    await between();
    if (pages.length > 500) throw new Error('the list does not end');
  }
  return pages;
};
export const resultsOf = <T>(pages: readonly Page<T>[]): T[] => pages.flatMap(({ results }) => results);

/** Walking there yields everything once and in order, and walking back from any page all that is before it. */
export const expectWalks = async <T>(turn: Turn<T>, all: readonly T[], page_size: number): Promise<void> => {
  const pages = await walk(turn, 'next');
  expect(resultsOf(pages)).toEqual(all);
  expect(pages[0]?.previous).toBeUndefined();
  for (const [index, page] of pages.entries()) {
    expect(page.results.length).toBeLessThanOrEqual(page_size);
    if (index === 0) continue;
    const back = await walk(turn, 'previous', page.previous);
    expect(resultsOf(back.reverse())).toEqual(resultsOf(pages.slice(0, index)));
  }
};
