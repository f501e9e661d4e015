/** Lets the client know while something is not as it was asked for. */
import type { MissingMediaKind } from '../../domain/bot/missing-media.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { SessionBot } from './bot.ts';

/**
 * Told whenever that is known, whether it is missing, and why where there is more to say: another reason is told as well. Never
 * fails, and nothing waits for it.
 */
export type News = (isMissing: boolean, now_ms: number, why?: string) => void;

export interface NewsPorts {
  readonly bot: Pick<SessionBot, 'missing' | 'nothingMissing'>;
  readonly log: SessionLog;
  /** An earlier worker may have said that it is missing. */
  readonly isSuccessor: boolean;
  /** While the bot still is another worker's, nothing is told, and so nothing is taken for told. */
  readonly isInStandby?: () => boolean;
}

/** The same of several kinds, which come one by one and are over together. */
export interface NewsOfSeveral<K extends MissingMediaKind> {
  /** Answers whether that was new. */
  missing(kind: K, since_ms: number, why?: string): boolean;
  nothingMissing(at_ms: number): void;
}

/** Lives as long as the session, across its visits to the meeting. */
export const createNewsOfSeveral = <K extends MissingMediaKind>(
  kinds: readonly K[],
  { bot, log, isSuccessor, isInStandby = () => false }: NewsPorts,
): NewsOfSeveral<K> => {
  /** What stands, and why. */
  const told = new Map<K, string | undefined>();
  let mayStand = isSuccessor;

  /** What was not taken is told again. */
  const tell = (telling: Promise<void>, failed: () => void): void => {
    telling.catch((error: unknown) => {
      failed();
      log('the client could not be told whether something is missing', { kinds, error });
    });
  };

  return {
    missing(kind, since_ms, why) {
      if ((told.has(kind) && told.get(kind) === why) || isInStandby()) return false;
      told.set(kind, why);
      mayStand = true;
      tell(bot.missing(kind, new Date(since_ms), why), () => told.delete(kind));
      return true;
    },
    nothingMissing(at_ms) {
      if (!mayStand || isInStandby()) return;
      told.clear();
      mayStand = false;
      tell(bot.nothingMissing(kinds, new Date(at_ms)), () => {
        mayStand = true;
      });
    },
  };
};

export const createNews = (kind: MissingMediaKind, ports: NewsPorts): News => {
  const news = createNewsOfSeveral([kind], ports);
  return (isMissing, now_ms, why) => {
    if (!isMissing) news.nothingMissing(now_ms);
    else if (news.missing(kind, now_ms, why)) ports.log('something is not as it was asked for', { kind, why });
  };
};
