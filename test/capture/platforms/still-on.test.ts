/** Words that end a bot, on pages that still are a meeting which the bot is in: a notice about somebody else, or a fault. */
import { describe, expect, it } from 'vitest';
import { documentsOf } from '../../../bin/judge/documents.ts';
import { type Entry, readEntries } from '../../../bin/judge/entry.ts';
import { factsOf } from '../../../bin/judge/verdict.ts';
import { finalPhases } from '../../../lib/capture/meeting/final-phases.ts';
import { judge } from '../../../lib/capture/platforms/judging/judge.ts';
import type { SignTable } from '../../../lib/capture/platforms/judging/signs.ts';
import { tables } from '../../../lib/capture/platforms/signs.ts';

const meetings = readEntries(new URL('../../corpus', import.meta.url).pathname)
  .filter(
    (entry): entry is Entry =>
      !(entry instanceof Error) && entry.expected?.phase === 'in_meeting' && entry.history.admitted === true,
  )
  .flatMap((entry) => {
    const table = tables[entry.platform];
    return table ? [{ entry, table, facts: factsOf(entry, documentsOf(entry), table) }] : [];
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
