import { ProtocolError, TimeoutError } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { waitLong } from '../../../lib/demo-room/scripted/long-wait.ts';

/** The browser's own limit for one answer, which `launchChromium` sets. */
const longestAnswerMs = 30_000;

/** A page in which somebody appears after a while, by a clock of its own. */
const aPage = (appears_at_ms: number) => {
  let now_ms = 0;
  const look = async (timeout_ms: number): Promise<string> => {
    const seen_at_ms = Math.max(now_ms, appears_at_ms);
    const until_ms = now_ms + Math.min(timeout_ms, longestAnswerMs);
    now_ms = Math.min(seen_at_ms, until_ms);
    if (seen_at_ms <= until_ms) return 'Sam';
    throw timeout_ms > longestAnswerMs ? new ProtocolError('timed out') : new TimeoutError('waited too long');
  };
  return { now: () => now_ms, look };
};

describe('waiting in a page', () => {
  it.each([0, 35_000, 14 * 60_000])('finds who comes after %d ms', async (appears_at_ms) => {
    const { look, now } = aPage(appears_at_ms);
    expect(await waitLong(15 * 60_000, look, now)).toBe('Sam');
    expect(now()).toBe(appears_at_ms);
  });

  it('has no end where none is wanted', async () => {
    const { look, now } = aPage(24 * 3600_000);
    expect(await waitLong(Number.POSITIVE_INFINITY, look, now)).toBe('Sam');
  });

  it('is over when patience is, to the moment', async () => {
    const { look, now } = aPage(45_000);
    await expect(waitLong(44_000, look, now)).rejects.toThrow(TimeoutError);
    expect(now()).toBe(44_000);
  });

  it('ends with whatever else goes wrong', async () => {
    const gone = new Error('the page was closed');
    await expect(waitLong(60_000, () => Promise.reject(gone))).rejects.toBe(gone);
  });
});
