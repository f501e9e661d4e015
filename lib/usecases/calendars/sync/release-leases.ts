/** Calendars that a process had for itself which is no more. */
import type { CalendarSyncRepository } from '../../../storage/calendars/calendar-sync.ts';
import { dueIn } from '../../../storage/calendars/due-calendars.ts';
import { type Due, type DueRepository, type DueShard, dueShards } from '../../../storage/due.ts';
import type { CalendarRef } from '../../../storage/keys.ts';

export interface ReleaseLeasesPorts {
  readonly due: Pick<DueRepository, 'list'>;
  readonly syncs: Pick<CalendarSyncRepository, 'get' | 'release'>;
  /** Told of a calendar whose lease could not be looked at: that runs out by itself. */
  readonly onFault: (error: unknown, ref: CalendarRef) => void;
}

/** Nothing is due later. */
const everMs = Date.parse('9999-12-31T23:59:59.999Z');
const mostAtOnce = 500;

/** Lets others run on all calendars at once. Only for whoever knows that no run is at work on any. Answers on how many. */
export const createReleaseLeases = ({ due, syncs, onFault }: ReleaseLeasesPorts) => {
  const release = async (ref: CalendarRef): Promise<boolean> => {
    try {
      const { lease_until = null } = (await syncs.get(ref)) ?? {};
      if (lease_until !== null) await syncs.release({ ...ref, lease_until });
      return lease_until !== null;
    } catch (error) {
      onFault(error, ref);
      return false;
    }
  };

  const releaseIn = async (shard: DueShard): Promise<number> => {
    let released = 0;
    for (let after: Due | undefined; ; ) {
      const found = await due.list(shard, new Date(everMs), { limit: mostAtOnce, ...(after && { after }) });
      for (const { id } of found) {
        const { isFarewell, isOfBots, look, calendar } = dueIn(id);
        const isCalendar = !isFarewell && !isOfBots && !look;
        if (isCalendar && (await release(calendar))) released += 1;
      }
      after = found.at(-1);
      if (found.length < mostAtOnce) return released;
    }
  };

  return async (): Promise<number> => (await Promise.all(dueShards.map(releaseIn))).reduce((sum, one) => sum + one, 0);
};
