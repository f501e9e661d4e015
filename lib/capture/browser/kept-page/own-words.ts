/** What a page of a platform says itself, by the platform's table of signs: nobody's word, whoever says the same. Pure. */

import { normalText, sentenceTest } from '../../platforms/judging/normal-text.ts';
import type { ElementMatch, Sign, SignTable } from '../../platforms/judging/sign-table.ts';
import type { Masked } from './masking.ts';

const signsOf = (table: SignTable): readonly Sign[] => table.states.flatMap(({ signs }) => signs);
const partsOf = (table: SignTable): readonly ElementMatch[] => [
  ...signsOf(table).filter((sign) => sign.class === 'S'),
  ...Object.values(table.shell).flat(),
];
const longestFirst = (all: readonly string[]): string[] =>
  [...new Set(all)].filter(({ length }) => length > 2).toSorted((one, other) => other.length - one.length);

/** What the table's signs look for in attributes, the longest first. */
export const literalsOf = (signs: SignTable | undefined): string[] =>
  longestFirst(
    (signs ? partsOf(signs) : []).flatMap(({ selector, labels = [] }) => [
      ...[...selector.matchAll(/="([^"]*)"/g)].map(([, value = '']) => value),
      ...labels,
    ]),
  );

/** The same in ids and addresses. */
const namesIn = (table: SignTable): string[] => [
  ...partsOf(table).flatMap(({ selector }) => [...selector.matchAll(/#([\w-]+)/g)].map(([, id = '']) => id)),
  ...signsOf(table).flatMap((sign) => (sign.class === 'U' ? [...(sign.hosts ?? []), sign.path ?? ''] : [])),
  ...(table.hosts ?? []),
];

const sentencesIn = (table: SignTable): string[] => [
  ...signsOf(table).flatMap((sign) => {
    if (sign.class === 'T') return [sign.say];
    if (sign.class === 'U') return [sign.title ?? ''];
    return [];
  }),
  ...partsOf(table).flatMap(({ labels = [] }) => labels),
];

/** Its words alone, between blanks. */
const bare = (text: string): string => ` ${(normalText(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

/** The words of a table's sentences; and whether a part of a text belongs to such a sentence, or to what signs look for. */
export const ownWordsOf = (signs: SignTable | undefined): Required<Pick<Masked, 'words' | 'isOwn'>> => {
  const sentences = longestFirst(signs ? sentencesIn(signs) : []);
  const literals = longestFirst(signs ? [...literalsOf(signs), ...namesIn(signs)] : []);
  const own = [
    ...sentences.map((say) => ({ parts: say.split('*').map(bare), isIn: sentenceTest(say) })),
    ...literals.map((literal) => ({
      parts: [bare(literal)],
      isIn: (text: string) => text.includes(literal.toLowerCase()),
    })),
  ];
  const having = new Map<string, typeof own>();
  const allWith = (part: string): typeof own => {
    const words = bare(part);
    const known = having.get(words) ?? own.filter(({ parts }) => parts.some((one) => one.includes(words)));
    having.set(words, known);
    return known;
  };
  return {
    words: new Set(sentences.flatMap((say) => say.toLowerCase().split(/[^\p{L}]+/u))),
    isOwn(part, text) {
      const among = bare(part).trim() === '' ? [] : allWith(part);
      if (among.length === 0) return false;
      const normal = normalText(text);
      return among.some(({ isIn }) => isIn(normal));
    },
  };
};
