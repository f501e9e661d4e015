import { describe, expect, it } from 'vitest';
import { documentOf, lookedAt } from '../../../bin/judge/documents.ts';

const wordsOf = (document: Document): string | null | undefined => document.body?.textContent;

describe('a look at pages in the place of others', () => {
  it('finds each as it is, whatever was looked at before, and leaves it so', () => {
    const pages = [
      '<!doctype html><p class="a">one</p>',
      '<p class="A">two</p>',
      '<!doctype html><p class="A">three</p>',
    ].map(documentOf);
    const found = [pages, pages.toReversed(), pages.slice(1)].map((some) =>
      lookedAt(some, (seen) => seen.map((page) => [wordsOf(page), page.querySelectorAll('.a').length])),
    );
    // Without a doctype, names of classes are the same in capitals.
    const [one, two, three] = [
      ['one', 1],
      ['two', 1],
      ['three', 0],
    ];
    expect(found).toEqual([
      [one, two, three],
      [three, two, one],
      [two, three],
    ]);
    expect(pages.map(wordsOf)).toEqual(['one', 'two', 'three']);
  });

  it('leaves them so where it fails', () => {
    const page = documentOf('<p>one</p>');
    const failing = (): never => {
      throw new Error('nothing to be seen');
    };
    expect(() => lookedAt([page], failing)).toThrow('nothing to be seen');
    expect(wordsOf(page)).toBe('one');
  });
});
