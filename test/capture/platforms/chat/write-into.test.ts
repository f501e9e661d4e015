import { JSDOM } from 'jsdom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bareOf, holdingMore } from '../../../../lib/capture/platforms/chat/write-into.ts';

afterEach(() => vi.unstubAllGlobals());

/** How many of these rows hold a text. */
const holding = (text: string, ...rows: readonly string[]): number => {
  vi.stubGlobal('document', new JSDOM(rows.map((row) => `<p>${row}</p>`).join('')).window.document);
  return holdingMore('p', bareOf(text), 0);
};

describe('a message among others', () => {
  it('is known by its words, however they are broken', () => {
    expect(holding('I take notes', 'I take<br>notes', 'I take \u2060notes', 'I take no notes')).toBe(2);
  });

  const picture = '<img alt="Waving hand" itemtype="http://schema.skype.com/Emoji">';
  it('is known by its words where emoji are drawn as pictures, and where they are not', () => {
    expect(holding('👋 I take notes', `${picture} I take notes`, '👋 I take notes', '👋 I do not')).toBe(2);
  });

  it('of emoji only is known by having some, and an empty editor has none', () => {
    expect(holding('👋🏽🇩🇪', picture, '👋🏽🇩🇪', '', '<br>\u2060')).toBe(2);
  });

  it('is another where its numbers are', () => {
    expect(holding('1️⃣ of 2', 'of', '1 of 2')).toBe(1);
  });
});
