/** Pages of the corpus, at looks that have no time for all of them. */
import { describe, expect, it } from 'vitest';
import { documentsOf, lookedAt, stillEyes } from '../../../../bin/judge/documents.ts';
import { isEnd } from '../../../../lib/capture/meeting/final-phases.ts';
import { collect } from '../../../../lib/capture/platforms/judging/collect.ts';
import { beforeOf, judgeNews } from '../../../../lib/capture/platforms/judging/standing.ts';
import { tables } from '../../../../lib/capture/platforms/tables.ts';
import { corpus, factsOfEntry } from '../../../lab/pages/corpus.ts';

const looks = corpus.flatMap((entry) => {
  const table = tables[entry.platform];
  if (!table) return [];
  const facts = factsOfEntry(entry);
  const { is_unfinished: _, is_dead_end: __, ...known } = facts;
  const found = lookedAt(documentsOf(entry), (pages) =>
    collect(pages, table, { eyes: stillEyes, hasTime: () => false }),
  );
  const [whole, cut] = [facts, { ...known, ...found }].map((one) =>
    judgeNews(one, entry.history, table, beforeOf(entry.before)),
  );
  return whole && cut ? { name: entry.name, whole, cut, lacked_time: found.lacked_time } : [];
});

describe('a look that has no time for all of a page', () => {
  it('ends a bot for nothing that the whole page does not', () => {
    const ended = looks.filter(({ cut }) => isEnd(cut.phase));
    expect(ended.length).toBeGreaterThan(100);
    expect(
      ended.flatMap(({ name, whole, cut }) => (whole.phase === cut.phase ? [] : `${name}: ${cut.row?.id}`)),
    ).toEqual([]);
  });

  it('takes nothing that ends, or that may, for a meeting that goes on', () => {
    const ends = looks.filter(
      ({ whole }) => isEnd(whole.phase) || whole.rivals.length > 0 || whole.phase === 'unknown',
    );
    expect(ends.flatMap(({ name, cut }) => (cut.phase === 'in_meeting' ? name : []))).toEqual([]);
  });

  it('takes longer than it is given for few meetings: those in which something looks like an end', () => {
    const meetings = looks.filter(({ whole }) => whole.phase === 'in_meeting');
    const longer = meetings.filter(({ lacked_time }) => !lacked_time);
    expect(longer.length).toBeLessThan(meetings.length / 5);
  });
});
