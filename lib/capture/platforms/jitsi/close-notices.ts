/** Closes the dialogs that Jitsi Meet's page shows in a meeting by itself, and that keep its keys from everything else. */
import { type Controls, comes } from '../controls.ts';
import { program } from './program.ts';
import { selectors } from './selectors.ts';

const goneWithinMs = 2_000;

type Notices = Pick<typeof selectors, 'understood' | 'recorded' | 'dialog' | 'asksForFilm' | 'cross'>;

/**
 * That a meeting is recorded, that the bot only looks on, and whether it wants to see a film that somebody shares. Whoever
 * understands the first stays muted, and agrees to nothing; who unmutes after that agrees to be recorded, which the page's
 * program remembers. Until then the page lets nobody unmute. The film is declined: it comes from wherever its owner likes.
 */
export const closeNotices = async (controls: Controls): Promise<void> => {
  const isThere = await controls.frame.evaluate(
    program.inPage((handle, { understood, recorded, dialog, asksForFilm, cross }: Notices) => {
      const button = document.querySelector<HTMLElement>(understood);
      if (button?.closest(recorded)) handle.toldOfRecording();
      const asking = [...document.querySelectorAll(dialog)].find(({ textContent }) =>
        textContent?.includes(asksForFilm),
      );
      const declines = asking?.querySelector<HTMLElement>(cross) ?? null;
      button?.click();
      declines?.click();
      return button !== null || declines !== null;
    }),
    selectors,
  );
  if (!isThere) return;
  await comes(
    controls.until(
      'the page without its notice',
      (understood, dialog, asksForFilm) =>
        document.querySelector(understood) === null &&
        ![...document.querySelectorAll(dialog)].some(({ textContent }) => textContent?.includes(asksForFilm)),
      goneWithinMs,
      selectors.understood,
      selectors.dialog,
      selectors.asksForFilm,
    ),
  );
};
