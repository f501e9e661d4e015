import { describe, expect, it } from 'vitest';
import { createCompany, createNameTest } from '../../../../lib/capture/session/people/company.ts';
import { aParticipant } from '../../../lab/builders/meeting-views.ts';

it('programs of a meeting that take part are no company', () => {
  const companyAmong = createCompany({ bot_keywords: [], otherBots: async () => [] });
  const [agent, ada] = [aParticipant('agent', { is_program: true }), aParticipant('Ada')];
  expect([companyAmong([agent], 0), companyAmong([agent, ada], 0)]).toEqual([[], [ada]]);
});

it('bots of ours of one name are no company where each client counts itself first, and people of that name are', async () => {
  const otherBots = Promise.resolve(['1:Notes', '1:Notes']);
  const companyAmong = createCompany({ bot_keywords: [], otherBots: () => otherBots });
  const named = (id: string) => aParticipant('Notes', { id });
  const self = named('1:Notes');
  const others = [named('2:Notes'), named('3:Notes'), named('4:Notes')];
  companyAmong(others, 0, self);
  await otherBots;
  expect([companyAmong(others.slice(0, 2), 1, self), companyAmong(others, 1, self)]).toEqual([[], [named('4:Notes')]]);
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
