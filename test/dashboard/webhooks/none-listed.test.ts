import { describe, expect, it } from 'vitest';
import { noneListed } from '../../../dashboard/webhooks/none-listed.ts';

const all = { about: undefined, isChosen: false, hasMore: false };

describe('where no delivery is listed', () => {
  it('all have arrived at once only if nothing was left out', () => {
    const atOnce = 'has arrived at the first attempt';
    expect(noneListed(all)).toContain(atOnce);
    for (const other of [{ isChosen: true }, { isChosen: true, hasMore: true }, { about: 'bot_1' }])
      expect(noneListed({ ...all, ...other })).not.toContain(atOnce);
  });

  it('it is said where else they may be', () => {
    expect(noneListed({ ...all, isChosen: true, hasMore: true })).toContain('earlier ones');
    expect(noneListed({ ...all, about: 'bot_1' })).toBe('Nothing was sent about it in the last 30 days.');
    expect(noneListed({ ...all, about: 'bot_1', isChosen: true })).toContain('of this kind');
  });
});
