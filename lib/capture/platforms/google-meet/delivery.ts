/** What becomes of a message that the bot has written into the chat of a Google Meet. */
import type { Controls } from '../controls.ts';
import { type GoogleMeetHandle, handleName, type Written } from './handle.ts';
import { closeNotices, pressAt, until } from './hands.ts';
import { labels, selectors } from './selectors.ts';

const outWithinMs = 4_000;
/** The page shows soon where a message was not delivered. */
const refusedWithinMs = 3_000;
/** A page that sends again may show until it is done that the message was not delivered. */
const resentWithinMs = 5_000;
const mostResends = 2;

/** The buttons by which the page offers to send again what was not delivered; the newest is the last one. */
const offersOf = ({ frame }: Controls) =>
  frame.evaluate(
    ({ sidePanel, pressable }, labels) => {
      const called = (element: Element): boolean =>
        [element.getAttribute('aria-label'), element.textContent].some((text) =>
          labels.some((label) => text?.trim() === label),
        );
      const offers = [...document.querySelectorAll(sidePanel)]
        .flatMap((panel) => [...panel.querySelectorAll(pressable)])
        .filter((element) => called(element) && element.checkVisibility());
      const newest = offers.at(-1);
      newest?.scrollIntoView({ block: 'nearest' });
      const box = newest?.getBoundingClientRect();
      return { count: offers.length, newest: box && { x: box.left + box.width / 2, y: box.top + box.height / 2 } };
    },
    selectors,
    labels.resend,
  );

const writtenOf = ({ frame }: Controls, text: string): Promise<Written> =>
  frame.evaluate(
    (key, text) => (Reflect.get(document, Symbol.for(key)) as GoogleMeetHandle).written(text),
    handleName,
    text,
  );

export interface Fate {
  /** Whether anything has become of it, soon: as long as not, it may not have left the page. */
  isOut(): Promise<boolean>;
  /**
   * Resolves where it was sent: the service told the page of it as of everybody's, or the page sent it, and does not show that it
   * was not delivered. Where it shows that, the message is sent again, twice at most: the second time where it shows
   * that anew, or still does after five seconds.
   */
  settle(): Promise<void>;
}

/** From now on: what was written before with the same words, and what was not delivered before, is not it. */
export const followFate = async (controls: Controls, text: string): Promise<Fate> => {
  const written = await writtenOf(controls, text);
  const { count: known } = await offersOf(controls);

  const isTold = async (): Promise<boolean> => (await writtenOf(controls, text)).told > written.told;
  const isRefused = async (): Promise<boolean> => (await offersOf(controls)).count > known;
  let isSent = false;
  const lookWhetherSent = async (): Promise<boolean> => {
    isSent ||= (await writtenOf(controls, text)).sent > written.sent;
    return isSent;
  };

  const sendAgain = async (): Promise<void> => {
    await closeNotices(controls);
    const { count, newest } = await offersOf(controls);
    if (!newest || count <= known) return;
    await pressAt(controls, newest);
    await until(resentWithinMs, async () => (await isTold()) || !(await isRefused()) || undefined);
  };

  return {
    isOut: async () =>
      (await until(
        outWithinMs,
        async () => (await isTold()) || (await isRefused()) || (await lookWhetherSent()) || undefined,
      )) === true,
    async settle() {
      for (let resends = 0; ; resends += 1) {
        const outcome = await until(refusedWithinMs, async () => {
          if (await isTold()) return 'told';
          return (await isRefused()) ? 'refused' : undefined;
        }).catch((error: unknown) => {
          // A page that the bot leaves meanwhile shows nothing any more of what it has sent.
          if (isSent && resends === 0) return undefined;
          throw error;
        });
        if (outcome !== 'refused') return;
        if (resends === mostResends)
          throw new Error('the page says that the message was not delivered, also after it was sent again');
        await sendAgain();
      }
    },
  };
};
