/** Calendars in words for people. */
import type { Calendar, CalendarEvent } from '../../lib/client/generated.ts';
import { calendarMakers } from '../../lib/domain/calendar/calendar-platforms.ts';

export const makerOf = ({ platform }: Pick<Calendar, 'platform'>): string => calendarMakers[platform];

/** What tells a calendar from the others of a project. */
export const calendarName = ({ deduplication_key, platform_uuid, metadata }: Calendar): string => {
  const [said] = ['name', 'email', 'user'].flatMap((key) => (typeof metadata[key] === 'string' ? [metadata[key]] : []));
  return deduplication_key ?? said ?? platform_uuid ?? 'Primary calendar';
};

type Failure = NonNullable<Calendar['connection_failure_data']>['error'];

interface Words {
  /** What is wrong, with the maker's name before it. */
  readonly wrong: string;
  readonly todo: string;
}

const failures: Readonly<Record<Failure, Words>> = {
  grant_refused: {
    wrong: 'does not renew the access',
    todo: 'It does not say why in a word that is known; the log of the service has the word. Look at your app where it is registered, then have the owner of the calendar consent once more, and enter the new refresh token. Bots that are scheduled still go.',
  },
  invalid_grant: {
    wrong: 'no longer accepts the refresh token',
    todo: 'Whoever owns the calendar took the consent back, changed their password, or did not use it for too long. Have them consent to your app once more, and enter the new refresh token. Scheduled bots were deleted: send new ones when it is connected.',
  },
  invalid_client: {
    wrong: 'no longer knows your app by this secret',
    todo: "The app's secret has expired, or the app is gone. Make a new secret where the app is registered and enter it here. At Microsoft it may be that the app admits accounts of one organization only: let it admit any, then enter the same secret again. Bots that are scheduled still go.",
  },
  missing_scope: {
    wrong: 'lets the app sign in, but not read the calendar',
    todo: 'When they consented, the owner of the calendar left out its box, or the app did not ask for it. Have them consent again, with the calendar this time, and enter the new refresh token. Scheduled bots were deleted.',
  },
  api_not_enabled: {
    wrong: 'says that its calendar API is switched off for your app',
    todo: 'Switch it on where the app is registered (at Google: APIs & Services, Google Calendar API), then enter the same secret again to have it tried. Bots that are scheduled still go.',
  },
  mailbox_unavailable: {
    wrong: 'has no mailbox in the cloud for this account',
    todo: 'The account has no licence with a mailbox, or its mailbox lies on a server of your own. Once it has one, enter the refresh token again. Scheduled bots were deleted.',
  },
  calendar_not_found: {
    wrong: 'no longer has this calendar for the account',
    todo: 'It was deleted, or is not shared with this account any more. Have it shared again and enter the refresh token again; or delete this one, and connect the right one. Scheduled bots were deleted.',
  },
};

/** What is wrong with a calendar that is disconnected, and what to do about it. */
export const troubleOf = (calendar: Calendar) => {
  const { connection_failure_data: failure } = calendar;
  if (!failure) return undefined;
  const { wrong, todo } = failures[failure.error];
  return { title: `${makerOf(calendar)} ${wrong}`, todo, since: failure.timestamp };
};

/** What is known of somebody's answer to an invitation, where a bot might not be wanted. */
export const answerOf = ({ self_response }: CalendarEvent): string | undefined =>
  ({ declined: 'declined', tentative: 'maybe', needs_action: 'not answered', accepted: undefined })[
    self_response ?? 'accepted'
  ];
