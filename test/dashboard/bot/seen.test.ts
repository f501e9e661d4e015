import { describe, expect, it } from 'vitest';
import { isWithoutPage, sentencesOf } from '../../../dashboard/bot/seen.ts';

const unknown = { reason: 'unknown_page', page_state: null, evidence: [], error: null, step: null, element: null };
const nameNotFound = 'page.goto: net::ERR_NAME_NOT_RESOLVED at https://meet.example.com/standup';

describe('what a bot saw', () => {
  it('is no page where none came', () => {
    const found = { ...unknown, reason: 'unable_to_connect_to_meeting', error: nameNotFound };
    expect(isWithoutPage(found)).toBe(true);
    expect(sentencesOf(found)).toEqual([`No page came: ${nameNotFound}`]);
  });

  it.each([
    ['a page that it does not know', unknown, 'The page was none of those that the bot knows.'],
    [
      'one in which something failed',
      { ...unknown, reason: 'internal_error', error: 'TypeError: x' },
      'The page was none of those that the bot knows.',
    ],
    [
      'one that it knows',
      { ...unknown, page_state: 'M12_denied', evidence: [{ entry: 'M12', class: 'T' as const }] },
      'The bot took the page for “denied”, by what the page says.',
    ],
    [
      'one that it knows by what came with the page',
      { ...unknown, page_state: 'refused', evidence: [{ entry: 'refused', class: 'N' as const }] },
      'The bot took the page for “refused”, by what its server said.',
    ],
  ])('is %s', (_, found, says) => {
    expect(isWithoutPage(found)).toBe(false);
    expect(sentencesOf(found)).toEqual([says]);
  });
});
