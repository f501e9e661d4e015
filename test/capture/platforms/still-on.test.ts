/**
 * Words that end a bot, on pages that still are a meeting which the bot is in: a notice about somebody else, or a fault; and
 * what people say, write and are called there (promise 7 of platform-checks.md).
 */
import { describe, expect, it } from 'vitest';
import { documentsOf } from '../../../bin/judge/documents.ts';
import type { Entry } from '../../../bin/judge/entry.ts';
import { factsOf } from '../../../bin/judge/verdict.ts';
import { finalPhases } from '../../../lib/capture/meeting/final-phases.ts';
import type { PageFacts } from '../../../lib/capture/platforms/judging/facts.ts';
import { judge } from '../../../lib/capture/platforms/judging/judge.ts';
import { createRecogniser } from '../../../lib/capture/platforms/judging/recogniser.ts';
import type { SignTable } from '../../../lib/capture/platforms/judging/sign-table.ts';
import { tables } from '../../../lib/capture/platforms/tables.ts';
import { corpus, factsOfEntry } from '../../lab/pages/corpus.ts';

const meetings = corpus
  .filter((entry) => entry.expected?.phase === 'in_meeting' && entry.history.admitted === true)
  .flatMap((entry) => {
    const table = tables[entry.platform];
    return table ? [{ entry, table, facts: factsOfEntry(entry) }] : [];
  });

/** What the table takes for the end of something, as it would be said of Ada. */
const lastWords = ({ states }: SignTable): string[] =>
  states
    .filter(({ phase }) => finalPhases[phase] || phase === 'left')
    .flatMap(({ signs }) => signs.flatMap((sign) => (sign.class === 'T' ? sign.say.replaceAll('*', 'Ada ') : [])));

describe('a meeting that still has all that makes one', () => {
  it('is one on many pages of the corpus', () => {
    expect(meetings.length).toBeGreaterThan(50);
  });

  // A dialog of the client's own is no notice.
  it.each(['main', 'prominent', 'passing'] as const)('is not over by words alone, in the place %s', (place) => {
    const over = meetings.flatMap(({ entry, table, facts }) =>
      lastWords(table).flatMap((text) => {
        const { phase, row } = judge({ ...facts, texts: [...facts.texts, { text, place }] }, entry.history, table);
        return finalPhases[phase] || phase === 'left' ? `${entry.name}: ${text} (${row?.id})` : [];
      }),
    );
    expect(over).toEqual([]);
  });
});

/** Where the bar is out of sight, or the call's connection closed, that word of the client's own is the second sign of it. */
const isHalfGone = /-(?:bar-gone|bar-hidden|bar-hidden-people|call-socket-closed)$/;

/** Final sentences where they mean nothing: said, written, as names, out of sight; and what stands on many pages. */
const withDecoys = (entry: Entry, table: SignTable): PageFacts => {
  const [...words] = new Set(lastWords(table));
  const documents = documentsOf(entry);
  let at = meetings.findIndex((one) => one.entry === entry);
  const next = (): string => words[at++ % words.length] ?? '';
  for (const document of documents) {
    const add = (parent: Element, html: string): void => parent.insertAdjacentHTML('beforeend', html);
    for (const people of document.querySelectorAll(table.people.join()))
      if (people !== document.body) add(people, `<p>${next()}</p>`);
    const { body } = document;
    add(body, `<div role="log"><p>Ada</p><p>${next()}</p><p>${next()}</p></div>`);
    add(body, `<div hidden><h1>${next()}</h1></div><div style="display:none" role="dialog">${next()}</div>`);
    add(body, `<div aria-hidden="true"><h2>${next()}</h2></div><div style="visibility:hidden">${next()}</div>`);
    if (!isHalfGone.test(entry.name)) add(body, '<div role="alert">Reconnecting</div>');
    add(body, '<iframe src="https://www.google.com/recaptcha/api2/anchor" style="display:none"></iframe>');
  }
  return factsOf(entry, documents, table);
};

/** One page of each row, and each whose bar or connection is not there. */
const ofEachRow = meetings.filter(
  ({ entry }, at) =>
    isHalfGone.test(entry.name) ||
    meetings.findIndex(
      (one) => one.table === meetings[at]?.table && one.entry.expected?.state === entry.expected?.state,
    ) === at,
);

describe('a meeting full of words that end others', () => {
  it('is what it was, whenever it is looked at for a minute', () => {
    const taken = ofEachRow.flatMap(({ entry, table, facts }) => {
      let now_ms = 1_000_000;
      const recogniser = createRecogniser(
        table,
        () => undefined,
        () => now_ms,
      );
      recogniser.pressedJoin();
      const looks = (at: PageFacts, count: number) =>
        Array.from({ length: count }, () => {
          now_ms += 5_000;
          const { phase, page } = recogniser.recognise(at);
          return `${phase} ${page?.page_state}`;
        });
      const before = looks(facts, 3).at(-1);
      const others = new Set(looks(withDecoys(entry, table), 12).filter((look) => look !== before));
      return [...others].map((other) => `${entry.name}: ${before}, then ${other}`);
    });
    expect(taken).toEqual([]);
  });
});
