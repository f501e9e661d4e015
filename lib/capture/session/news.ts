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

/** Lives as long as the session, across its visits to the meeting. */
export const createNews = (
  kind: MissingMediaKind,
  { bot, log, isSuccessor, isInStandby = () => false }: NewsPorts,
): News => {
  let told = isSuccessor ? undefined : false;
  let told_why: string | undefined;
  return (isMissing, now_ms, why) => {
    const isTold = isMissing === told && (!isMissing || why === told_why);
    if (isTold || isInStandby()) return;
    [told, told_why] = [isMissing, why];
    if (isMissing) log('something is not as it was asked for', { kind, why });
    const at = new Date(now_ms);
    const telling = isMissing ? bot.missing(kind, at, why) : bot.nothingMissing([kind], at);
    telling.catch((error: unknown) => {
      told = undefined;
      log('the client could not be told whether something is missing', { kind, error });
    });
  };
};
