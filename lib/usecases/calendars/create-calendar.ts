import { randomBytes } from 'node:crypto';
import type { KnownCalendar } from '../../domain/calendar/calendar.ts';
import { createCalendar, type NewCalendar } from '../../domain/calendar/calendar.ts';
import { newId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { CalendarRepository } from '../../storage/calendars/calendars.ts';
import { type CalendarSecrets, sealCalendarSecrets } from './calendar-secrets.ts';

export interface CreateCalendarPorts {
  readonly calendars: Pick<CalendarRepository, 'create'>;
  readonly secretBox: Pick<SecretBox, 'seal'>;
  readonly clock: Clock;
}

export type CreateCalendarInput = Omit<NewCalendar, 'id' | 'project_id'> & CalendarSecrets;

/**
 * Connects a calendar. Its platform is asked nothing before the answer: whether the credentials are good is seen when the
 * calendar is looked at for the first time, which follows from the table's stream.
 * @throws DuplicateKeyError while another calendar of the project holds the deduplication key
 */
export const createCreateCalendar =
  ({ calendars, secretBox, clock }: CreateCalendarPorts) =>
  async (
    project_id: string,
    { client_secret, refresh_token, ...details }: CreateCalendarInput,
  ): Promise<KnownCalendar> => {
    const now = clock.now();
    const calendar = createCalendar({ ...details, id: newId('calendar', now, randomBytes(10)), project_id }, now);
    const secrets_sealed = await sealCalendarSecrets(secretBox, project_id, { client_secret, refresh_token });
    await calendars.create(calendar, {
      project_id,
      calendar_id: calendar.id,
      client_id: calendar.client_id,
      secrets_sealed,
      granted_at: null,
    });
    return { calendar, times: { last_attempted_sync_at: null, last_successful_sync_at: null } };
  };
