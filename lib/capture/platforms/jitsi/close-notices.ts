/** Closes the dialogs that Jitsi Meet's page shows in a meeting by itself, and that keep its keys from everything else. */
import type { Controls } from '../controls.ts';
import { handleName, type JitsiHandle } from './handle.ts';
import { selectors } from './selectors.ts';

const goneWithinMs = 2_000;

/**
 * That a meeting is recorded, and that the bot only looks on. Whoever understands the first stays muted, and agrees to nothing;
 * who unmutes after that agrees to be recorded, which the page's program remembers. Until then the page lets nobody unmute.
 */
export const closeNotices = async (controls: Controls): Promise<void> => {
  const isThere = await controls.frame.evaluate(
    (key, understood, recorded) => {
      const button = document.querySelector<HTMLElement>(understood);
      if (button?.closest(recorded)) (Reflect.get(document, Symbol.for(key)) as JitsiHandle).toldOfRecording();
      button?.click();
      return button !== null;
    },
    handleName,
    selectors.understood,
    selectors.recorded,
  );
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
