/** Closes the dialogs that Jitsi Meet's page shows in a meeting by itself, and that keep its keys from everything else. */
import { type Controls, comes } from '../controls.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

const goneWithinMs = 2_000;

type Notices = Pick<typeof selectors, 'understood' | 'recorded' | 'dialog' | 'declined'>;

/**
 * That a meeting is recorded, that the bot only looks on, whether it wants to see a film that somebody shares, and whether a voice
 * agent may hear it. Whoever understands the first stays muted, and agrees to nothing; who unmutes after that agrees to be recorded,
 * which the page's program remembers. Until then the page lets nobody unmute. The film is declined: it comes from wherever its owner
 * likes. So is the agent: it answers those who let it hear them, and what a bot says is for everybody else.
 */
export const closeNotices = async (controls: Controls): Promise<void> => {
  const isThere = await controls.frame.evaluate(
    program.inPage((handle, { understood, recorded, dialog, declined }: Notices) => {
      const button = document.querySelector<HTMLElement>(understood);
      if (button?.closest(recorded)) handle.toldOfRecording();
      const declines = [...document.querySelectorAll(dialog)].flatMap((shown) =>
        declined.flatMap(({ asks, no }) =>
          shown.textContent?.includes(asks) ? (shown.querySelector<HTMLElement>(no) ?? []) : [],
        ),
      );
      button?.click();
      for (const one of declines) one.click();
      return button !== null || declines.length > 0;
    }),
    selectors,
  );
  if (!isThere) return;
  await comes(
    controls.until(
      'the page without its notice',
      ({ understood, dialog, declined }: Notices) =>
        document.querySelector(understood) === null &&
        ![...document.querySelectorAll(dialog)].some(({ textContent }) =>
          declined.some(({ asks }) => textContent?.includes(asks)),
        ),
      goneWithinMs,
      selectors,
    ),
  );
};
