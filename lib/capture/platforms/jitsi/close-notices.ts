/** Closes the dialogs that Jitsi Meet's page shows in a meeting by itself, and that keep its keys from everything else. */
import type { Controls } from '../controls.ts';
import { selectors } from './selectors.ts';

const goneWithinMs = 2_000;

/**
 * That a meeting is recorded, and that the bot only looks on. Whoever understands the first stays muted, and agrees to be
 * recorded only by unmuting; until then the page lets nobody unmute.
 */
export const closeNotices = async (controls: Controls): Promise<void> => {
  const isThere = await controls.frame.evaluate((understood) => {
    const button = document.querySelector<HTMLElement>(understood);
    button?.click();
    return button !== null;
  }, selectors.understood);
  if (!isThere) return;
  await controls
    .until(
      'the page without its notice',
      (understood) => document.querySelector(understood) === null,
      goneWithinMs,
      selectors.understood,
    )
    .catch(() => undefined);
};
