/** What the meeting looks like at the moment, for people who look at their bot: made and stored only while somebody does. */
import { isPictured, isWatched, type LivePicture, liveFolder, livePictureName } from '../../domain/bot/live-picture.ts';
import { within } from '../../process/deadline.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Meeting } from '../meeting/meeting.ts';
import type { SegmentStore } from '../recording/segment-store.ts';
import type { SessionBot } from './bot.ts';
import type { SessionClock } from './ports.ts';

const everyMs = 700;
/** The page has other things to do as well. */
const restMs = 300;
const afterFailureMs = 5_000;
/** A meeting is not closed before its picture is out of the store, and may have to be opened anew. */
const storeWithinMs = 5_000;

export interface LivePicturePorts {
  readonly meeting: Pick<Meeting, 'picture' | 'isLost'>;
  readonly bot: Pick<SessionBot, 'orders' | 'onNews'>;
  readonly store: Pick<SegmentStore, 'put' | 'deleteAll'>;
  readonly clock: SessionClock;
  readonly log: SessionLog;
}

/** Begins at once, costs nothing while nobody looks, and never fails. Disposed of, nothing of it is left in the store. */
export const createLivePicture = ({ meeting, bot, store, clock, log }: LivePicturePorts): AsyncDisposable => {
  const closed = new AbortController();
  let isStored = false;

  const isLookedAt = (): boolean => bot.orders !== undefined && isWatched(bot.orders, clock.now_ms());
  const mayBeSeen = (): boolean => bot.orders !== undefined && isPictured(bot.orders.state) && !meeting.isLost;

  /** Until somebody asks for something, which may be a look. */
  const waitForNews = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const forget = bot.onNews(wake);
    closed.signal.addEventListener('abort', wake);
    await promise;
    closed.signal.removeEventListener('abort', wake);
    forget();
  };

  const remove = async (): Promise<void> => {
    if (!isStored) return;
    await within(storeWithinMs, 'removing a picture of the meeting', store.deleteAll(liveFolder));
    isStored = false;
  };

  const take = async (): Promise<void> => {
    const taken_at = new Date(clock.now_ms()).toISOString();
    const jpeg = mayBeSeen() && (await meeting.picture?.());
    // It may have been paused meanwhile.
    if (!jpeg || !mayBeSeen()) return remove();
    isStored = true;
    const picture: LivePicture = { taken_at, jpeg: Buffer.from(jpeg).toString('base64') };
    const stored = store.put(livePictureName, Buffer.from(JSON.stringify(picture)), 'application/json');
    await within(storeWithinMs, 'storing a picture of the meeting', stored).catch((error: unknown) => {
      // It may still come into the store, and after that which removes it.
      stored.then(() => store.deleteAll(liveFolder)).catch(() => undefined);
      throw error;
    });
  };

  /** Answers how long to wait for the next. */
  const step = async (): Promise<number> => {
    const began_ms = clock.now_ms();
    try {
      await take();
      return Math.max(restMs, began_ms + everyMs - clock.now_ms());
    } catch (error) {
      if (!meeting.isLost) log('the meeting could not be shown to those who look at the bot', { error });
      return afterFailureMs;
    }
  };

  const working = (async () => {
    if (!meeting.picture) return;
    while (!closed.signal.aborted) {
      if (isLookedAt()) {
        await clock.pause(await step(), closed.signal);
        continue;
      }
      await remove().catch((error: unknown) => log('a picture of the meeting could not be removed', { error }));
      if (!isLookedAt() && !closed.signal.aborted) await waitForNews();
    }
  })();

  return {
    async [Symbol.asyncDispose]() {
      closed.abort();
      await working;
      await remove().catch((error: unknown) => log('a picture of the meeting could not be removed', { error }));
    },
  };
};
