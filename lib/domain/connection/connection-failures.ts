/** What can go wrong when the conferencing platform is asked for somebody, and what follows. */
import { type EndingIn, type FailureRow, failureTable, runsOfDay } from '../grant/failures.ts';

const allowAgain = 'have the user allow the app again, and create the connection anew with the new authorization_code';

const rows = {
  throttled: { meaning: 'the platform asks for patience', tries: 3, next: 'by and by' },
  unavailable: { meaning: 'the platform does not answer, or says that it is at fault', tries: 3, next: 'by and by' },
  refused: { meaning: 'the platform refuses a request of ours for what it says', tries: 1, next: 'in an hour' },
  grant_refused: {
    meaning: 'access is not renewed, by a word that is not known, or by none: it may pass, or not',
    tries: 1,
    next: 'in an hour',
    disconnects: {
      message: `the platform has refused to renew the access for a day, and says by no known word why: ${allowAgain}`,
      runs: runsOfDay,
    },
  },
  invalid_grant: {
    meaning: 'the refresh token is good no more: it was taken back, or a newer one was lost',
    tries: 1,
    next: 'in a minute',
    disconnects: { message: `the platform takes the tokens no more: ${allowAgain}`, runs: 2 },
  },
  invalid_client: {
    meaning: "the app's own credentials are wrong, or the app is gone",
    tries: 1,
    next: 'in a minute',
    disconnects: {
      message: `the platform does not know the client id and secret of the OAuth app any more: the operator enters the right ones; then ${allowAgain}`,
      runs: 2,
    },
  },
  missing_scope: {
    meaning: 'the user has not granted what the connection is for',
    tries: 1,
    next: 'in a minute',
    disconnects: { message: `the app lacks scopes that the connection needs: ${allowAgain}`, runs: 2 },
  },
  user_not_active: {
    meaning: 'the account of the user is locked, or gone',
    tries: 1,
    next: 'in a minute',
    disconnects: { message: `the user is not active at the platform any more: once they are, ${allowAgain}`, runs: 2 },
  },
  access_revoked: {
    meaning: 'the platform tells that the user has taken the app away',
    tries: 1,
    next: 'in a minute',
    disconnects: { message: `the user has taken the app away: ${allowAgain}`, runs: 1 },
  },
} as const satisfies Record<string, FailureRow>;

export const connectionFailures = failureTable(rows);

export type ConnectionTrouble = keyof typeof rows;
/** The failures that disconnect, which the client reads in `connection_failure_data`. */
export type ConnectionFailureCode = EndingIn<typeof rows>;
