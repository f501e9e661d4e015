/** Closes the dialogs that Jitsi Meet's page shows in a meeting by itself, and that keep its keys from everything else. */
import type { Controls } from '../controls.ts';
import { handleName, type JitsiHandle } from './handle.ts';
import { selectors } from './selectors.ts';

const goneWithinMs = 2_000;

/**
 * That a meeting is recorded, that the bot only looks on, and whether it wants to see a film that somebody shares. Whoever
 * understands the first stays muted, and agrees to nothing; who unmutes after that agrees to be recorded, which the page's
 * program remembers. Until then the page lets nobody unmute. The film is declined: it comes from wherever its owner likes.
 */
export const closeNotices = async (controls: Controls): Promise<void> => {
  const isThere = await controls.frame.evaluate(
    (key, understood, recorded, dialog, asksForFilm, cross) => {
      const button = document.querySelector<HTMLElement>(understood);
      if (button?.closest(recorded)) (Reflect.get(document, Symbol.for(key)) as JitsiHandle).toldOfRecording();
      const asking = [...document.querySelectorAll(dialog)].find(({ textContent }) =>
        textContent?.includes(asksForFilm),
      );
      const declines = asking?.querySelector<HTMLElement>(cross) ?? null;
      button?.click();
      declines?.click();
      return button !== null || declines !== null;
    },
    handleName,
    selectors.understood,
    selectors.recorded,
    selectors.dialog,
    selectors.asksForFilm,
    selectors.cross,
  );
  if (!isThere) return;
  await controls
    .until(
      'the page without its notice',
      (understood, dialog, asksForFilm) =>
        document.querySelector(understood) === null &&
        ![...document.querySelectorAll(dialog)].some(({ textContent }) => textContent?.includes(asksForFilm)),
      goneWithinMs,
      selectors.understood,
      selectors.dialog,
      selectors.asksForFilm,
    )
    .catch(() => undefined);
};
