/** Connections to Zoom in words for people. */
import type { Connection } from '../../lib/client/generated.ts';
import { scopesFor } from '../../lib/domain/connection/connection.ts';

type Failure = NonNullable<Connection['connection_failure_data']>['error'];

const again = 'have them allow your app once more, and add the connection again with the new code.';

const failures: Readonly<Record<Failure, readonly [wrong: string, todo: string]>> = {
  access_revoked: ['The user has removed your app', `Ask them whether they meant to. If not, ${again}`],
  user_not_active: [
    'The user is no longer active at Zoom',
    `Their account is locked or gone. Once it is back, ${again}`,
  ],
  grant_refused: [
    'Zoom has not renewed the access for a day',
    `It does not say why in a word that is known; the log of the service has the word. If nothing is wrong with your app, ${again}`,
  ],
  invalid_grant: ['Zoom no longer accepts the tokens', `What was granted is too old, or was taken back: ${again}`],
  invalid_client: [
    'Zoom no longer knows your app by its secret',
    `An owner enters the right one in Settings, under Zoom apps. Then ${again}`,
  ],
  missing_scope: ['Your app lacks scopes that the connection needs', `Add them to the app at Zoom; then ${again}`],
};

/** What is wrong with a connection that has ended, and what to do about it. */
export const troubleOf = (one: Connection) => {
  const failure = one.connection_failure_data;
  if (!failure) return undefined;
  const [title, words] = failures[failure.error];
  const todo = failure.error === 'missing_scope' ? `It needs ${scopesFor(one).join(', ')}. ${words}` : words;
  return { title, todo, since: failure.timestamp };
};

/** Whom it is of, as the client has noted, or as Zoom calls them. */
export const connectionName = ({ metadata, user_id }: Connection): string =>
  ['name', 'email', 'user'].flatMap((key) => (typeof metadata[key] === 'string' ? [metadata[key]] : []))[0] ?? user_id;

/** What bots are to do with the tokens that it is good for. */
export const goodFor = (one: Connection): string =>
  [
    ...(one.is_local_recording_token_supported ? ['records the meetings that they host'] : []),
    ...(one.is_onbehalf_token_supported ? ['joins meetings on their behalf'] : []),
  ].join(' and ');
