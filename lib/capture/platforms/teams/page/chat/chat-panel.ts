/** Keeps the chat's panel open: what is written is shown to the page, and to the bot, while it is open only. */

const pressAgainMs = 3_000;
/** Another press closes what is on its way, and some come late: each time it is given longer. */
const comesWithinMs = 10_000;
/** A client that closes it as often, each time at once, is left alone. */
const mostOpenings = 3;
/** Once it has stayed open for so long, it closes for another reason, as where the bot goes from room to room. */
const stayedMs = 5_000;

export const createChatPanel = (now: () => number) => {
  let opened_ms = Number.NEGATIVE_INFINITY;
  let openings = 0;
  let open_since_ms: number | undefined;
  /** Since the last press nothing of it has shown. */
  let isComing = false;

  const mayStillCome = (): boolean => isComing && now() - opened_ms < comesWithinMs * Math.max(1, openings);

  return {
    /** Told at every look into the call. `open` presses the button, and answers whether there is one. */
    keep(isOpen: boolean, open: () => boolean): void {
      if (isOpen) {
        isComing = false;
        open_since_ms ??= now();
        if (now() - open_since_ms >= stayedMs) openings = 0;
        return;
      }
      open_since_ms = undefined;
      if (openings >= mostOpenings || now() - opened_ms < pressAgainMs || mayStillCome() || !open()) return;
      isComing = true;
      openings += 1;
      opened_ms = now();
    },
    /** The bot is not in the call. */
    outside(): void {
      openings = 0;
      open_since_ms = undefined;
    },
  };
};
