/** What a page that was kept says of its platform's table: which row it is, and which entries did not hold. */

import type { MeetingPhase } from '../../lib/capture/meeting/view.ts';
import { heldEntries, judge } from '../../lib/capture/platforms/judging/judge.ts';
import { missedOf, nearestRows } from '../../lib/capture/platforms/judging/missed.ts';
import { pageStateOf } from '../../lib/capture/platforms/judging/recogniser.ts';
import type { SignTable } from '../../lib/capture/platforms/judging/sign-table.ts';
import { documentsOf } from '../judge/documents.ts';
import type { Entry } from '../judge/entry.ts';
import { factsOf } from '../judge/verdict.ts';

export interface Review {
  readonly phase: MeetingPhase;
  /** None, where no row recognises the page. */
  readonly page_state: string | null;
  readonly held: readonly string[];
  /**
   * The entries of that row, or of those that the page should be and comes nearest to, that did not hold, and nothing that
   * stands for them either.
   */
  readonly missed: readonly string[];
}

/**
 * `expected`: what phases the page may be in at this moment. `seen`: entries that held when the bot looked, just before the page
 * was kept: some of what pages say goes after seconds.
 */
export const reviewOf = (
  entry: Entry,
  table: SignTable,
  expected: readonly MeetingPhase[],
  seen: readonly string[],
): Review => {
  const facts = factsOf(entry, documentsOf(entry), table);
  const held = new Set([...heldEntries(facts, entry.history, table), ...seen]);
  const { phase, row } = judge(facts, entry.history, table);
  const isKnown = row !== undefined && expected.includes(phase);
  const rows = isKnown
    ? [row]
    : nearestRows(
        table.states.filter((one) => expected.includes(one.phase)),
        held,
      );
  return {
    phase,
    page_state: row ? pageStateOf(row) : null,
    held: [...held],
    missed: missedOf(rows, held),
  };
};
