/** Follows which worker has the bot, while two of them may be in its meeting. */
import type { SessionLog } from '../capture/meeting/log.ts';
import {
  type Predecessor,
  type Said,
  type SessionClock,
  type Succession,
  systemSessionClock,
} from '../capture/session/ports.ts';
import type { Captured } from '../domain/captured/captured.ts';
import { retry } from '../process/retry.ts';
import type { Succession as Claims, Standing } from '../usecases/worker/succession.ts';

const lookEveryMs = 1_000;
const askEveryMs = 500;
/** Longer than a worker that is relieved waits for people to pause, and for its store. */
const toldWithinMs = 45_000;
/** Whoever is relieved and has not left by then is stopped. */
const leavesWithinMs = 30_000;
const mostTries = 20;
const patience = { first_ms: 500, longest_ms: 5_000 };

export interface FollowSuccessionPorts {
  readonly claims: Claims;
  /** All that was reported of the bot. */
  readonly reported: () => Promise<Captured>;
  /** What was said and waits to be written down. */
  readonly waiting: () => Promise<readonly Said[]>;
  readonly clock?: SessionClock;
  readonly log: SessionLog;
}

/** Where the bot is this worker's, or may become it. */
const mine: readonly Standing[] = ['at_work', 'standby'];

export interface FollowedSuccession extends Succession, Disposable {
  /** The worker will be ended after so long: it goes on until it is relieved, and is stopped shortly before its end. */
  warn(within_ms: number): void;
  /** The bot was heard to be another worker's: stops this one, unless it is in standby or was relieved. */
  look(): void;
}

/** `stop`: aborted when the worker is to end at once. */
export const followSuccession = async (
  { claims, reported, waiting, clock = systemSessionClock, log }: FollowSuccessionPorts,
  stop: AbortController,
): Promise<FollowedSuccession> => {
  const relieved = new AbortController();
  const over = new AbortController();
  const trying = { ...patience, most_tries: mostTries, pause: clock.pause, signal: stop.signal };
  // A worker that ended because its table did not answer at once would count as lost.
  const isInStandby = (await retry(claims.standing, trying)) === 'standby';
  const takenOver = Promise.withResolvers<void>();
  let isAtWork = isInStandby;
  let isExpected = false;

  const take = (): void => {
    isAtWork = false;
    takenOver.resolve();
  };

  const relieve = async (): Promise<void> => {
    if (relieved.signal.aborted) return;
    isExpected = true;
    log('a successor has taken over');
    relieved.abort();
    await clock.pause(leavesWithinMs, over.signal);
    if (!over.signal.aborted) stop.abort(new Error('a successor has taken over'));
  };

  /** What is not known does not change anything. */
  const look = async (): Promise<void> => {
    const standing: Standing | undefined = await claims.standing().catch(() => undefined);
    if (standing === 'at_work' && isAtWork) take();
    if (standing === 'relieved') void relieve();
    if (standing === 'superseded') stop.abort(new Error('another attempt has taken over'));
  };

  const lookWhile = async (isWanted: () => boolean): Promise<void> => {
    while (isWanted() && !stop.signal.aborted && !over.signal.aborted) {
      await look();
      await clock.pause(lookEveryMs, over.signal);
    }
  };

  const told = async (): ReturnType<Predecessor['told']> => {
    await takenOver.promise;
    const until_ms = clock.now_ms() + toldWithinMs;
    let before = await claims.predecessor().catch(() => 'telling' as const);
    while (before === 'telling' && clock.now_ms() < until_ms) {
      await clock.pause(askEveryMs);
      before = await claims.predecessor().catch(() => 'telling' as const);
    }
    if (before === 'telling') log('the worker before this one did not tell that it has told everything');
    const reading = { ...patience, most_tries: mostTries, pause: clock.pause };
    if (before instanceof Date) return { reported: await retry(reported, reading), until_ms: before.getTime() };
    // First: what has been written down since is among what was reported.
    const unwritten = await retry(waiting, reading);
    const all = await retry(reported, reading);
    return { reported: all, said: [...all.utterances, ...unwritten] };
  };

  if (isInStandby) void lookWhile(() => isAtWork);
  const predecessor: Predecessor = {
    get isAtWork() {
      return isAtWork;
    },
    async takeOver() {
      const isOurs = await claims.takeOver();
      if (isOurs) take();
      return isOurs;
    },
    told,
  };

  return {
    ...(isInStandby && { predecessor }),
    get isExpected() {
      return isExpected;
    },
    relieved: relieved.signal,
    isRelieved: async () => relieved.signal.aborted || (await claims.standing()) === 'relieved',
    isReplaced: async () => relieved.signal.aborted || !mine.includes(await claims.standing()),
    handOver: (until_ms) =>
      retry(() => claims.handOver(new Date(until_ms)), { ...patience, most_tries: mostTries, pause: clock.pause }),
    warn(within_ms) {
      if (isExpected) return;
      isExpected = true;
      const end_ms = clock.now_ms() + within_ms;
      void lookWhile(() => !relieved.signal.aborted && clock.now_ms() < end_ms).then(() => {
        if (relieved.signal.aborted || over.signal.aborted) return;
        stop.abort(new Error('nobody came to relieve the worker before its end'));
      });
    },
    look: () => void look(),
    [Symbol.dispose]: () => over.abort(),
  };
};
