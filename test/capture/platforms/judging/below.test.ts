/** What stands on a page below a dialog that says how the bot's way ended. */
import { describe, expect, it } from 'vitest';
import type { PageFacts } from '../../../../lib/capture/platforms/judging/facts.ts';
import { judge } from '../../../../lib/capture/platforms/judging/judge.ts';
import { tables } from '../../../../lib/capture/platforms/tables.ts';

const phaseOf = (dialog: string, ...below: readonly string[]): string => {
  const table = tables.google_meet;
  if (!table) throw new Error('there is no table of Google Meet');
  const facts: PageFacts = {
    address: 'https://meet.google.com/kvd-hmzp-wqa',
    title: 'Meet',
    status: 200,
    texts: [{ text: dialog, place: 'dialog' }, ...below.map((text) => ({ text, place: 'below' }) as const)],
    shown: [],
    wire: [],
    is_whole: true,
  };
  return judge(facts, { pressed_join: true }, table).phase;
};

describe('an end in a dialog', () => {
  const blocked = "You can't join this video call";

  it('is told by that alone', () => {
    expect(phaseOf(blocked)).toBe('blocked');
  });

  it.each(['Meeting locked', 'Your request', 'Asking to be let in', 'Your meeting code has expired'])(
    'is told whatever the page below it says: %s',
    (below) => {
      expect(phaseOf(blocked, below)).toBe('blocked');
    },
  );
});
