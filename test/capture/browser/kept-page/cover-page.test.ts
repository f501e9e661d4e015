import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { coverPage } from '../../../../lib/capture/browser/kept-page/cover-page.ts';
import { runs } from '../../../lab/properties.ts';

/** Highlights browsers have, and pages of tests do not. */
const aPage = () => {
  const { window } = new JSDOM('<p></p>');
  const highlights = new Map<string, readonly Range[]>();
  Object.assign(window, { Highlight: class extends Array<Range> {}, CSS: { highlights } });
  return { document: window.document, covered: () => (highlights.get('covered') ?? []).map(String) };
};

const page = aPage();
const coveredOf = (text: string, words: readonly string[] = []): readonly string[] => {
  (page.document.querySelector('p') as Element).textContent = text;
  const uncover = coverPage(page.document, { people: '', words });
  const covered = page.covered();
  uncover();
  return covered;
};

describe('for a picture', () => {
  it('addresses of mail are covered, and what people are called', () => {
    expect(coveredOf('Ada, ada@example.com, wrote to ben@b.example.', ['ada'])).toEqual([
      'ada@example.com,',
      'ben@b.example.',
      'Ada',
      'ada',
    ]);
    expect(page.covered()).toEqual([]);
  });

  it('every address is, as a plain expression would find it, which long runs hold up', () => {
    const mail = /[^\s@]+@[^\s@]+\.[^\s@]+/g;
    const part = fc.constantFrom('@', '.', ' ', 'a', 'é', '@b.c');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        expect(coveredOf(parts.join(''))).toEqual(parts.join('').match(mail) ?? []);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each(['a', 'a@'])('a very long run that is no address is got through: of %j', (part) => {
    expect(coveredOf(part.repeat(1_000_000 / part.length))).toEqual([]);
  });
});
