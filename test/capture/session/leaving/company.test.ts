import { describe, expect, it } from 'vitest';
import { createNameTest } from '../../../../lib/capture/session/leaving/company.ts';

describe('a word for bots', () => {
  it.each([
    ['notetaker', 'Ada’s Notetaker', true],
    ['bot', 'Bottega Veneta', false],
    ['bot', 'Minutes-Bot', true],
    ['read.ai', 'read.ai meeting notes', true],
    ['read.ai', 'readXai', false],
    ['c++', 'C++ helper', true],
    ['büro', 'BÜRO Assistent', true],
    [' ', 'Ada Lovelace', false],
  ])('%j %s is %s', (word, name, isBot) => {
    expect(createNameTest([word])(name)).toBe(isBot);
  });
});
