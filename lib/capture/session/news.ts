/** Lets the client know while something is not as it was asked for. */
import type { LastingKind } from '../../domain/bot/missing-media.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { SessionBot } from './bot.ts';

/** Since when it is missing, and why where there is more to say. */
export interface Missing {
  readonly since_ms: number;
  readonly why?: string | undefined;
}

/**
 * Told of everything that is missing whenever that is known: what is new of it is told, also another reason, and what is not among
 * it is over. Answers what was new. Never fails, and nothing waits for it.
 */
export type NewsOfSeveral<K extends LastingKind> = (missing: ReadonlyMap<K, Missing>, now_ms: number) => K[];

/** The same of one kind. */
export type News = (isMissing: boolean, now_ms: number, why?: string) => void;

export interface NewsPorts {
  readonly bot: Pick<SessionBot, 'missing' | 'nothingMissing'>;
  readonly log: SessionLog;
  /** An earlier worker may have said that it is missing. */
  readonly isSuccessor: boolean;
  /** While the bot still is another worker's, nothing is told, and so nothing is taken for told. */
  readonly isInStandby?: () => boolean;
}

/** Lives as long as the session, across its visits to the meeting. */
export const createNewsOfSeveral = <K extends LastingKind>(
  kinds: readonly K[],
  { bot, log, isSuccessor, isInStandby = () => false }: NewsPorts,
): NewsOfSeveral<K> => {
  /** What was told, and why. */
  const told = new Map<K, string | undefined>();
  /** What stands with the client, as far as is known. */
  const standing = new Set<K>(isSuccessor ? kinds : []);

  /** What was not taken is told again. */
  const tell = (telling: Promise<void>, failed: () => void): void => {
    telling.catch((error: unknown) => {
      failed();
      log('the client could not be told whether something is missing', { kinds, error });
    });
  };

  const end = (over: readonly K[], now_ms: number): void => {
    const stood = over.filter((kind) => standing.delete(kind));
    for (const kind of over) told.delete(kind);
    if (stood.length === 0) return;
    tell(bot.nothingMissing(over, new Date(now_ms)), () => {
      for (const kind of stood) standing.add(kind);
    });
  };

  return (missing, now_ms) => {
    if (isInStandby()) return [];
    end(
      kinds.filter((kind) => !missing.has(kind)),
      now_ms,
    );
    return [...missing].flatMap(([kind, { since_ms, why }]) => {
      if (told.has(kind) && told.get(kind) === why) return [];
      told.set(kind, why);
      standing.add(kind);
      tell(bot.missing(kind, new Date(since_ms), why), () => told.delete(kind));
      return [kind];
    });
  };
};

export const createNews = (kind: LastingKind, ports: NewsPorts): News => {
  const news = createNewsOfSeveral([kind], ports);
  return (isMissing, now_ms, why) => {
    const missing = isMissing ? [[kind, { since_ms: now_ms, why }] as const] : [];
    for (const kind of news(new Map(missing), now_ms)) ports.log('something is not as it was asked for', { kind, why });
  };
};
