import { describe, expect, it } from 'vitest';
import { mostLooks, standOf } from '../../../dashboard/webhooks/test-sent.ts';

const nothingYet = { isFound: false, looks: 1, hasFailed: false };

describe('a test that was sent', () => {
  it.each([
    ['is on its way at first', nothingYet, 'under_way'],
    ['is answered once its delivery is there', { ...nothingYet, isFound: true }, 'answered'],
    ['is looked for no more after so many looks, and not for ever', { ...nothingYet, looks: mostLooks }, 'given_up'],
    ['is unknown when looking fails, which is said', { ...nothingYet, hasFailed: true }, 'unknown'],
    ['stays answered, though a later look fails', { ...nothingYet, isFound: true, hasFailed: true }, 'answered'],
  ] as const)('%s', (_, seen, stand) => {
    expect(standOf(seen)).toBe(stand);
  });
});
