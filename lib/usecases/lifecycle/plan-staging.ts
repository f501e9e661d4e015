import type { Bot } from '../../domain/bot/bot.ts';
import { isUsable, lastWindow, leadSeconds, roomOfWindow, windowBefore, windowMs } from '../../domain/bot/staging.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LaunchCountRepository } from '../../storage/launch-counts.ts';

export interface PlanStagingPorts {
  readonly counts: Pick<LaunchCountRepository, 'addPlanned'>;
  readonly clock: Clock;
  /** So many tasks a second the platform launches; absent where it has no such limit, or a queue of its own. */
  readonly launches_per_second?: number | undefined;
}

/**
 * Finds the moment at which a scheduled bot is staged when many join at once: the last one that others have left. Answers how long
 * before `join_at` that is, in s; nothing where the usual lead is as good, or there is no room any more (whose turn it is then
 * is said by `launch-turns.ts`). Costs one write, and another for each window that is found full; nothing is read or looked
 * through. Asked twice, it keeps two places, of which one is wasted; so is that of a bot that is moved or deleted.
 */
export const createPlanStaging =
  ({ counts, clock, launches_per_second }: PlanStagingPorts) =>
  async ({ join_at }: Pick<Bot, 'join_at'>): Promise<number | undefined> => {
    if (launches_per_second === undefined) return undefined;
    const room = roomOfWindow(launches_per_second);
    const join_at_ms = Date.parse(join_at);
    const now_ms = clock.now().getTime();
    for (let window = lastWindow(join_at_ms); isUsable(window, join_at_ms, now_ms); ) {
      const ordinal = await counts.addPlanned(window, new Date((window + 1) * windowMs));
      if (ordinal <= room) return leadSeconds(join_at_ms, window, ordinal, room);
      window = windowBefore(window, ordinal, room);
    }
    return undefined;
  };
