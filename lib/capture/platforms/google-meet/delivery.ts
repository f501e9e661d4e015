/** What becomes of a message that the bot has written into the chat of a Google Meet. */
import type { Controls } from '../controls.ts';
import { closeNotices } from './dialogs.ts';
import { offerKinds, offersOf, pressOffer } from './offers.ts';
import { program } from './program.ts';

const outWithinMs = 4_000;
const drawnWithinMs = 3_000;
/** The page shows soon where a message was not delivered. */
const refusedWithinMs = 3_000;
/** A page that sends again may show until it is done that the message was not delivered. */
const resentWithinMs = 5_000;
const mostResends = 2;

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

/**
 * From now on: what was written before with the same words, and what was not delivered before, is not it. `openChat` where the page
 * shows none any more.
 */
export const followFate = async (controls: Controls, text: string, openChat: () => Promise<unknown>): Promise<Fate> => {
  const written = await program.ask(controls, 'written', text);
  const known = (await controls.look(drawnWithinMs, () => offersOf(controls, text))) ?? { ours: 0, unclear: 0 };

  const isTold = async (): Promise<boolean> => (await program.ask(controls, 'written', text)).told > written.told;
  /**
   * The kind of what is to be pressed, where the page offers anything since; undefined where it does not, or shows no chat. What was
   * there before may be of another kind now: what stands beside the words is pressed, if anything does.
   */
  const refusal = async () => {
    const now = await offersOf(controls, text);
    if (!now || !offerKinds.some((kind) => now[kind] > known[kind])) return undefined;
    return offerKinds.find((kind) => now[kind] > 0);
  };
  let isSent = false;
  const lookWhetherSent = async (): Promise<boolean> => {
    isSent ||= (await program.ask(controls, 'written', text)).sent > written.sent;
    return isSent;
  };

  const sendAgain = async (): Promise<void> => {
    await closeNotices(controls);
    const kind = await refusal();
    if (!kind) return;
    await pressOffer(controls, text, kind);
    await controls.look(resentWithinMs, async () => (await isTold()) || (await refusal()) === undefined || undefined);
  };

  const look = async () => ((await isTold()) ? 'told' : (await refusal()) && 'refused');
  const outcome = async () => {
    const found = await controls.look(refusedWithinMs, look);
    if (found || (await offersOf(controls, text))) return found;
    await openChat();
    return controls.look(refusedWithinMs, look);
  };

  return {
    isOut: async () =>
      (await controls.look(
        outWithinMs,
        async () => (await isTold()) || (await refusal()) !== undefined || (await lookWhetherSent()) || undefined,
      )) === true,
    async settle() {
      for (let resends = 0; ; resends += 1) {
        const found = await outcome().catch((error: unknown) => {
          // A page that the bot leaves meanwhile shows nothing any more of what it has sent.
          if (isSent && resends === 0) return undefined;
          throw error;
        });
        if (found !== 'refused') return;
        if (resends === mostResends)
          throw new Error('the page says that the message was not delivered, also after it was sent again');
        await sendAgain();
      }
    },
  };
};
