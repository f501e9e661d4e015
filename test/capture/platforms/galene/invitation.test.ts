import type { Frame } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { galene } from '../../../../lib/capture/platforms/galene/index.ts';
import { anEntry } from '../../../lab/pages/an-entry.ts';

const meeting_url = 'https://galene.example.com/group/daily?token=secret-of-the-invitation';

/** Somebody has the bot's name, and then its page does not come. */
const frame = {
  evaluate: async (_: unknown, ...input: readonly unknown[]) => {
    if (input[0] === 'tries') return 0;
    return input[0] === 'outcome' ? 'name_taken' : { name: 'Notes', passcode: '' };
  },
  waitForSelector: async () => ({ click: async () => undefined, [Symbol.asyncDispose]: async () => undefined }),
  waitForFunction: async () => undefined,
  goto: async (address: string) => {
    throw new Error(`net::ERR_TIMED_OUT at ${address}`);
  },
} as unknown as Frame;

describe('an invitation to a Galène group', () => {
  it('is not told by what is said of a page that does not come', async () => {
    const joining = galene.pressJoin(new Controls(frame, 'join'), anEntry({ meeting_url }));
    const error = (await joining.catch((reason: unknown) => reason)) as Error;
    expect(error.message).toContain('the page of the invitation');
    expect(String(error.cause)).toBe('Error: Error: net::ERR_TIMED_OUT at https://galene.example.com/group/daily/?…');
  });
});
