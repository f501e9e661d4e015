import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../../lib/capture/platforms/page/lines-of.ts';

const bodyOf = (html: string): Element => new JSDOM(`<!doctype html><body>${html}`).window.document.body;

describe('the text of an element', () => {
  it.each([
    ['Two<br>lines', 'Two\nlines'],
    ['<p>Two</p><p>lines</p>', 'Two\nlines'],
    ['<div>Two</div>lines', 'Two\nlines'],
    ['Two<span><div>lines</div></span>', 'Two\nlines'],
    ['<ul><li>One</li><li>Two</li></ul><p></p>Three', 'One\nTwo\nThree'],
    ['A <b>bold</b> word, and  blanks<!-- and no more -->', 'A bold word, and  blanks'],
    [' <p> </p> ', ''],
  ])('has each paragraph on lines of its own: %s', (html, text) => {
    expect(linesOf(bodyOf(html))).toBe(text);
  });

  it('is spelt as is told where something else stands for a part', () => {
    const spelt = (part: Element): string | undefined =>
      part.matches('img') ? (part.getAttribute('alt') ?? '') : part.matches('blockquote') ? '' : undefined;
    const html = '<blockquote>What now?</blockquote>Well <img alt=":-)"><img> <p>Done</p>';
    expect(linesOf(bodyOf(html), spelt)).toBe('Well :-) \nDone');
  });
});
