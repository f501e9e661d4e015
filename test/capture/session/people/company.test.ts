import { describe, expect, it } from 'vitest';
import { createCompany, createNameTest } from '../../../../lib/capture/session/people/company.ts';
import { aParticipant } from '../../../lab/builders/meeting-views.ts';

it('programs of a meeting that take part are no company', () => {
  const companyAmong = createCompany({ bot_keywords: [], otherBots: async () => [] });
  const [agent, ada] = [aParticipant('agent', { is_program: true }), aParticipant('Ada')];
  expect([companyAmong([agent], 0), companyAmong([agent, ada], 0)]).toEqual([[], [ada]]);
});

describe('a word for bots', () => {
  it.each([
    ['notetaker', 'Ada’s Notetaker', true],
    ['bot', 'Bottega Veneta', false],
    ['bot', 'Minutes-Bot', true],
    ['read.ai', 'read.ai meeting notes', true],
    ['read.ai', 'readXai', false],
    ['c++', 'C++ helper', true],
    ['büro', 'BÜRO Assistent', true],
    ['note-taker', 'Ada’s Note-Taker', true],
    ['note-taker', 'Ada’s Notetaker', false],
    ['and/or', 'And/Or minutes', true],
    [' ', 'Ada Lovelace', false],
  ])('%j %s is %s', (word, name, isBot) => {
    expect(createNameTest([word])(name)).toBe(isBot);
  });

  it('may hold any character that can be typed', () => {
    const typed = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    for (const character of typed) {
      const word = `x${character}y`;
      expect(createNameTest([word])(`Ada’s ${word}`), JSON.stringify(word)).toBe(true);
    }
  });
});
