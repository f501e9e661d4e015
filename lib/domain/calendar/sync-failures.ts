/** What can go wrong when a calendar is looked at, and what follows. */

import { type Ending, type EndingIn, type FailureRow, failureTable, runsOfDay } from '../grant/failures.ts';
import type { CalendarPlatform } from './calendar-platforms.ts';

interface Disconnection extends Ending {
  /** What becomes of the bots that are scheduled for its events: who takes back a consent wants none of them to come. */
  readonly bots: 'deleted' | 'kept';
  /** What else may be wrong at one of the platforms; said after the message. */
  readonly or?: Partial<Record<CalendarPlatform, string>>;
}

const connectAgain = 'have the user connect the calendar again, and PATCH the new refresh_token';

const rows = {
  throttled: { meaning: 'the platform asks for patience', tries: 3, next: 'by and by' },
  unavailable: { meaning: 'the platform does not answer, or says that it is at fault', tries: 3, next: 'by and by' },
  broken_answer: { meaning: 'the answer is too large, or its pages have no end', tries: 1, next: 'in an hour' },
  refused: { meaning: 'the platform refuses a request of ours for what it says', tries: 1, next: 'in an hour' },
  grant_refused: {
    meaning: 'access is not renewed, by a word that is not known, or by none: it may pass, or not',
    tries: 1,
    next: 'in an hour',
    disconnects: {
      message: `the platform goes on refusing to renew the access, and says by no known word why: ${connectAgain}`,
      runs: runsOfDay,
      bots: 'kept',
    },
  },
  invalid_grant: {
    meaning: 'the refresh token is good no more',
    tries: 1,
    next: 'in a minute',
    disconnects: {
      message: `the platform takes the refresh_token no more: ${connectAgain}`,
      runs: 2,
      bots: 'deleted',
    },
  },
  invalid_client: {
    meaning: "the app's own credentials are wrong, the app is gone, or not for this account",
    tries: 1,
    next: 'in a minute',
    disconnects: {
      message: 'the platform does not know the app by its client_id and client_secret: PATCH the right ones',
      runs: 2,
      bots: 'kept',
      or: {
        calendar_provider_b:
          'or the app does not admit this account: have it admit accounts of any organization, and personal ones',
      },
    },
  },
  missing_scope: {
    meaning: 'the user has not granted what reading the calendar takes',
    tries: 1,
    next: 'in a minute',
    disconnects: {
      message: `the user has not granted the app to read the calendar: ${connectAgain}`,
      runs: 2,
      bots: 'deleted',
    },
  },
  api_not_enabled: {
    meaning: "the calendar API is switched off in the app's project",
    tries: 1,
    next: 'in a minute',
    disconnects: {
      message: 'the calendar API is not enabled for the app: enable it, then PATCH the credentials',
      runs: 2,
      bots: 'kept',
    },
  },
  mailbox_unavailable: {
    meaning: 'the account has no mailbox that the platform serves',
    tries: 1,
    // Who is suspended, or is given another licence, has none for a while, and may have one again soon.
    next: 'in an hour',
    disconnects: {
      message: 'the account has no mailbox in the cloud, or it is inactive: once it has one, PATCH the credentials',
      runs: 2,
      bots: 'deleted',
    },
  },
  calendar_not_found: {
    meaning: 'the calendar was removed, or is not shared any more',
    tries: 1,
    next: 'in a minute',
    disconnects: {
      message: 'the account has no such calendar any more: have it shared again, then PATCH the credentials',
      runs: 2,
      bots: 'deleted',
    },
  },
} as const satisfies Record<string, FailureRow<Disconnection>>;

export const syncFailures = failureTable<typeof rows, Disconnection>(rows);

export type SyncFailure = keyof typeof rows;

/** What is said of a calendar that a failure disconnects. */
export const disconnectionOf = (platform: CalendarPlatform, code: CalendarFailureCode) => {
  const failure = syncFailures.failureOf(code);
  const or = syncFailures.row(code).disconnects?.or?.[platform];
  return or === undefined ? failure : { ...failure, message: `${failure.message}, ${or}` };
};

/** The failures that disconnect a calendar, which its client reads in `connection_failure_data`. */
export type CalendarFailureCode = EndingIn<typeof rows>;

/** Whether a calendar was disconnected for a reason for which its bots are not to come. */
export const wantsNoBots = ({
  state,
  connection_failure_data,
}: {
  readonly state: string;
  readonly connection_failure_data: { readonly error: CalendarFailureCode } | null;
}): boolean =>
  state === 'disconnected' &&
  connection_failure_data !== null &&
  syncFailures.row(connection_failure_data.error).disconnects?.bots === 'deleted';
