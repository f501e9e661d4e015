/** A page is asked for less than what is sought on it, and gives the same. */
import { describe, expect, it } from 'vitest';
import { documentOf, lookedAt } from '../../../bin/judge/documents.ts';
import { possibleIn } from '../../../bin/judge/possible.ts';

const html = `
  <main id="Main" class="Page wide" data-empty="" data-Mixed="Some Value" lang="en-GB">
    <button type="BUTTON" aria-label="Tom &amp; Ann’s &quot;talk&quot;">Go</button>
    <custom-part title="ÄÖ" data-tid="a.b:c"><svg viewBox="0 0 1 1"><foreignObject></foreignObject></svg></custom-part>
    <ul><li>1</li><li class="on">2</li></ul>
    <input placeholder="a]b(c),d" disabled>
  </main>`;

const selectors = [
  ...[
    'main',
    'MAIN',
    '*',
    'body > main',
    'html body',
    'custom-part',
    'foreignObject',
    'section',
    'li + li, p',
    'li~.on',
  ],
  ...['#Main', '#main', '.Page', '.page', '.wide.Page', '.narrow', 'ul.on', 'main:not(.narrow)', 'main:not(.wide)'],
  ...['[data-empty]', '[data-empty=""]', '[data-mixed]', '[DATA-MIXED="Some Value"]', '[data-mixed="some value"]'],
  ...[
    '[data-mixed="some value" i]',
    '[data-mixed*="VALUE" i]',
    "[ data-mixed ~= 'Some' ]",
    '[lang|="en"]',
    '[lang|=fr]',
  ],
  ...['[type="button"]', '[type=button]', '[aria-label^="Tom & Ann"]', '[aria-label*="\\"talk\\""]', '[title="ÄÖ"]'],
  ...[
    '[data-tid="a.b:c"]',
    '[data-tid$=":c"]',
    '[data-tid*=""]',
    '[placeholder="a]b(c),d"]',
    '[placeholder="a]b(c),e"], ul',
  ],
  ...[
    ':is(section, ul) > li',
    ':is(section, p) > li',
    ':where(.on)',
    'ul:has(> .on)',
    'ul:has(> .off)',
    'main:has(p, ul)',
  ],
  ...[
    'li:nth-child(2)',
    'li:nth-child(2n + 1)',
    'li:nth-child(2 of .off)',
    'li:not(:has(b)):last-child',
    ':root',
    'input:disabled',
  ],
  ...['.\\6f n', '#\\4d ain', '.ä, .on', 'svg|main, main', 'main:is()', ':is(:not(.off), .off) > .on'],
];

const foundIn = (document: Document): unknown[] =>
  selectors.map((selector) => {
    try {
      return [selector, [...document.querySelectorAll(selector)].map(({ localName }) => localName)];
    } catch {
      return [selector, 'no selector'];
    }
  });

describe.each(['<!doctype html>', ''])('a page that is looked at in the place of others: %s', (doctype) => {
  it.each(['', '<section class="narrow off"><p><b></b></p></section>'])('finds what it has: %s', (more) => {
    const page = documentOf(`${doctype}${html}${more}`);
    expect(lookedAt([page], ([place]) => place && foundIn(place))).toEqual(foundIn(page));
  });
});

describe('what is sought on a page', () => {
  const markup = '<ul class="list"><li aria-label="one"></li></ul>';

  it.each([
    ['table, ul, ol', ' ul'],
    ['.list:not(table), .grid', '.list:not(table)'],
    ['[aria-label="one"], [aria-label="two"]', '[aria-label="one"]'],
    [':is(ul, ol):has(table)', undefined],
    ['ul:is(.grid, [role="list"])', undefined],
    ['[aria-label*="ON" i]', '[aria-label*="ON" i]'],
    // What is not understood is asked of the page.
    ['.\\6c ist, .grid', '.\\6c ist, .grid'],
    ['[aria-label="one"', '[aria-label="one"'],
    [':is(.grid', ':is(.grid'],
    ['.grid)', '.grid)'],
  ])('is only what its markup may have: %s', (selector, possible) => {
    expect(possibleIn(selector, markup)).toBe(possible);
  });
});
