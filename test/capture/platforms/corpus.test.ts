/** What the tables make of the corpus (test/corpus), and of what its pages may become. */
import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../bin/judge/verdict.ts';
import { finalPhases } from '../../../lib/capture/meeting/final-phases.ts';
import { heldEntries, judge } from '../../../lib/capture/platforms/judging/judge.ts';
import { beforeOf, judgeNews } from '../../../lib/capture/platforms/judging/standing.ts';
import { tables } from '../../../lib/capture/platforms/tables.ts';
import { corpusAsRead, corpus as entries, factsOfEntry } from '../../lab/pages/corpus.ts';
import { mutationRuns, reduced } from '../../lab/pages/mutation-runs.ts';
import { runs, seedOfRun } from '../../lab/properties.ts';

const judged = entries.flatMap((entry) => {
  const table = tables[entry.platform];
  if (!table) return [];
  const facts = factsOfEntry(entry);
  const judgement = judgeNews(facts, entry.history, table, beforeOf(entry.before));
  const held = new Set(heldEntries(facts, entry.history, table));
  return { entry, table, facts, judgement, held, kind: kindOf(judgement, entry.expected) };
});
const namesOf = (kind: string): string[] => judged.flatMap((one) => (one.kind === kind ? one.entry.name : []));

describe('the pages of the corpus', () => {
  it('are all read, and are at least 150', () => {
    expect(corpusAsRead.filter((entry) => entry instanceof Error)).toEqual([]);
    expect(judged).toHaveLength(entries.length);
    expect(entries.length).toBeGreaterThanOrEqual(150);
  });

  it('give no wrong reason to end', () => {
    expect(namesOf('wrong')).toEqual([]);
  });

  it('are named right', () => {
    expect([...namesOf('unknown'), ...namesOf('other')]).toEqual([]);
  });

  it('that end a bot are not known by one kind of evidence', () => {
    const ends = judged.filter(({ judgement }) => finalPhases[judgement.phase] || judgement.phase === 'left');
    const left = ends.flatMap(({ entry, table, facts, judgement }) =>
      [...new Set(judgement.evidence.map((sign) => sign.class))].flatMap((kind) => {
        const { asked_ms_ago: _, signed_in: __, pressed_leave: ___, ...before } = entry.history;
        const one = judge(reduced(facts, kind), kind === 'H' ? entry.history : before, table);
        // Where what the bot did is evidence itself, and not what the others are to be believed for, that is a second kind.
        const isAlone = one.evidence.every((sign) => sign.class === kind);
        return finalPhases[one.phase] && isAlone ? `${entry.name} by ${kind} alone: ${one.phase}` : [];
      }),
    );
    expect(ends.length).toBeGreaterThan(100);
    expect(left).toEqual([]);
  });

  it('that load are not taken for it by their address once the bot has asked there', () => {
    const loading = judged.filter(
      ({ entry, judgement }) =>
        entry.expected?.phase === 'loading' && judgement.evidence.every(({ class: kind }) => kind !== 'N'),
    );
    const still = loading.filter(({ entry, facts, table }) => {
      const history = { ...entry.history, pressed_join: true };
      return judge(facts, history, table).phase === 'loading';
    });
    expect(loading.length).toBeGreaterThan(5);
    expect(still.map(({ entry }) => entry.name)).toEqual([]);
  });

  // What is so on every page outside a meeting is no evidence of why the bot is there.
  it('that end a bot rest on nothing that nearly all other pages of the platform have too', () => {
    const everywhere = Object.values(tables).flatMap((table) => {
      const pages = judged.filter((one) => one.table === table);
      const ends = table?.states.filter(({ phase }) => finalPhases[phase]) ?? [];
      return ends.flatMap(({ id, phase, signs }) => {
        const others = pages.filter(({ entry }) => entry.expected?.phase !== phase);
        return (['S', 'U', 'N'] as const).flatMap((kind) => {
          const entries = signs.filter((sign) => sign.class === kind).map((sign) => sign.id);
          const having = others.filter(({ held }) => entries.some((entry) => held.has(entry)));
          return having.length > 0.8 * others.length ? `${id} ${kind}: ${entries.join(' ')}` : [];
        });
      });
    });
    expect(everywhere).toEqual([]);
  });

  // The same changes each time, or those of PROPERTY_SEED: a page that fails tells its own. Others by the benchmark (row 26).
  it('give no other reason when they are changed, and the same answer when that is harmless', async () => {
    const { wrong, alike, unlike } = await mutationRuns(entries, runs(150), seedOfRun(20_261_122));
    expect(wrong).toEqual([]);
    expect(unlike.length, unlike.join('\n')).toBeLessThanOrEqual(alike * 0.02);
  });
});
