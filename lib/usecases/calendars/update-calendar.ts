import type { KnownCalendar } from '../../domain/calendar/calendar.ts';
import { reconnected, withMetadata } from '../../domain/calendar/calendar.ts';
import { connectedAnew } from '../../domain/calendar/sync-state.ts';
import { StaleError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Write } from '../../ports/table.ts';
import { refOfCalendar } from '../../storage/calendars/calendar-item.ts';
import { type CalendarSyncRepository, restarting } from '../../storage/calendars/calendar-sync.ts';
import { type CalendarRepository, replacing } from '../../storage/calendars/calendars.ts';
import type { CalendarRef } from '../../storage/keys.ts';
import { retryStale } from '../retry-stale.ts';
import { type CalendarSecrets, openCalendarSecrets, sealCalendarSecrets } from './calendar-secrets.ts';
import { createGetCalendar } from './get-calendar.ts';

export interface UpdateCalendarPorts {
  readonly calendars: Pick<CalendarRepository, 'get' | 'save' | 'credentials'>;
  readonly syncs: Pick<CalendarSyncRepository, 'get'>;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
}

export interface UpdateCalendarInput extends Partial<CalendarSecrets> {
  readonly metadata?: Record<string, unknown>;
}

/** Should the table's stream lose the calendar, a sweep finds it so much later. */
const dueMs = 5 * 60_000;

/**
 * Changes what is not given by the platform. With other credentials the calendar is connected, whatever became of it
 * before, and everything in it is listed anew; nothing is lost of what is known of its events.
 * @throws NotFoundError when the project has no such calendar
 */
export const createUpdateCalendar = ({ calendars, syncs, secretBox, clock }: UpdateCalendarPorts) => {
  const getCalendar = createGetCalendar({ calendars });

  /** What is written together with a calendar that is to have the version of credentials. */
  const renewal = async (ref: CalendarRef, version: number, secrets: Partial<CalendarSecrets>): Promise<Write[]> => {
    const [before, sync] = await Promise.all([calendars.credentials(ref), syncs.get(ref)]);
    if (!before || !sync) throw new StaleError(ref.calendar_id);
    const all = { ...(await openCalendarSecrets(secretBox, before)), ...secrets };
    const secrets_sealed = await sealCalendarSecrets(secretBox, ref.project_id, all);
    const credentials = { ...before, secrets_sealed, granted_at: null };
    const due = new Date(clock.now().getTime() + dueMs);
    return [replacing(credentials, before), restarting(connectedAnew(sync, version), due, sync)];
  };

  return (ref: CalendarRef, { metadata, ...secrets }: UpdateCalendarInput): Promise<KnownCalendar> =>
    retryStale(async () => {
      const { calendar: before, times } = await getCalendar(ref);
      const now = clock.now();
      const isRenewed = Object.values(secrets).some((secret) => secret !== undefined);
      const described = metadata === undefined ? before : withMetadata(before, metadata, now);
      const calendar = isRenewed ? reconnected(described, now) : described;
      if (calendar === before) return { calendar, times };
      const together = isRenewed ? await renewal(refOfCalendar(calendar), calendar.credentials_version, secrets) : [];
      await calendars.save(calendar, before, together);
      return { calendar, times };
    });
};
