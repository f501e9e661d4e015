/** What a bot joins with, fetched anew for each join: from its client, or by a connection. */
import type { Bot } from '../../domain/bot/bot.ts';
import { isToJoin } from '../../domain/bot/capture-task.ts';
import { needsCapture } from '../../domain/bot/lifecycle.ts';
import type { Connection } from '../../domain/connection/connection.ts';
import { type JoinTokens, takesTokens } from '../../domain/connection/join-tokens.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { meetingNumberOf } from '../../domain/meeting/meeting-links.ts';
import { type AskClient, ClientAnswerError } from '../../net/client-json.ts';
import type { Clock } from '../../ports/clock.ts';
import { ConferencingError, type ConferencingPlatform } from '../../ports/conferencing.ts';
import type { JoinCredentialsSource } from '../../ports/join-credentials.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Table } from '../../ports/table.ts';
import { log } from '../../process/log.ts';
import type { Pause } from '../../process/pause.ts';
import { botRepository } from '../../storage/bots/bots.ts';
import { captureTaskRepository } from '../../storage/bots/capture-tasks.ts';
import { confMeetingRepository } from '../../storage/connections/conf-meetings.ts';
import { connectionCredentialsRepository } from '../../storage/connections/connection-credentials.ts';
import { refOfConnection } from '../../storage/connections/connection-item.ts';
import { connectionSyncRepository } from '../../storage/connections/connection-sync.ts';
import { connectionRepository } from '../../storage/connections/connections.ts';
import { projectRepository } from '../../storage/projects.ts';
import { oauthAppRepository } from '../../storage/secrets/oauth-apps.ts';
import { formerSecretRepository } from '../../storage/webhooks/former-secrets.ts';
import { createOpenConnection } from './open-connection.ts';
import { createTokensOfClient } from './tokens-of-client.ts';

export interface JoinTokensPorts {
  readonly table: Table;
  readonly secretBox: SecretBox;
  readonly platform: ConferencingPlatform;
  readonly askClient: AskClient;
  readonly clock: Clock;
  readonly pause: Pause;
}

/** Where tokens come from, which the log tells beside their names. */
type Origin = 'client' | 'onbehalf' | 'local recording';

/** What the platform refuses may be what it refuses for good: the connection is looked at then. */
const speaksAgainst: ReadonlySet<ConferencingError['trouble']> = new Set([
  'invalid_grant',
  'invalid_client',
  'grant_refused',
  'missing_scope',
  'access_refused',
  'user_not_active',
]);

const isOnItsWay = ({ state }: Pick<Bot, 'state'>): boolean =>
  needsCapture(state) && state !== 'staged' && state !== 'leaving';

/**
 * What the worker of a bot may be given, and nobody else: only while the bot is joining, or was in its meeting and joins
 * again. What a client hands out itself comes before its connections; of these, the one on whose behalf the bot joins comes
 * before that of the meeting's host. Nothing of it is stored or logged but its names. A source that fails leaves the bot
 * without tokens: whether it is let in then is for the platform to say.
 */
export const createJoinTokens = ({ table, ...ports }: JoinTokensPorts): JoinCredentialsSource['tokens'] => {
  const all = {
    ...ports,
    apps: oauthAppRepository(table),
    connections: connectionRepository(table),
    credentials: connectionCredentialsRepository(table),
    projects: projectRepository(table),
    formerSecrets: formerSecretRepository(table),
  };
  const { apps, connections, platform, clock } = all;
  const bots = botRepository(table);
  const tasks = captureTaskRepository(table);
  const meetings = confMeetingRepository(table);
  const syncs = connectionSyncRepository(table);
  const openConnection = createOpenConnection(all);
  const tokensOfClient = createTokensOfClient(all);

  /** Asks the platform with a token of the connection; with another one, once, when it does not take the first. */
  const byConnection = async (
    connection: Connection,
    ask: (accessToken: string) => Promise<string>,
  ): Promise<string> => {
    const ref = refOfConnection(connection);
    try {
      const { access_token, generation } = await openConnection(ref);
      return await ask(access_token).catch(async (error: unknown) => {
        if (!(error instanceof ConferencingError) || error.trouble !== 'access_refused') throw error;
        return ask((await openConnection(ref, { refused: generation })).access_token);
      });
    } catch (error) {
      if (error instanceof ConferencingError && speaksAgainst.has(error.trouble)) await syncs.hasten(ref, clock.now());
      throw error;
    }
  };

  /** The connection of a user that was made last, by whichever of the project's apps. */
  const connectionOf = async (projectId: string, userId: string): Promise<Connection | undefined> => {
    const ids = await Promise.all(
      (await apps.list(projectId)).map(({ id }) => connections.idOf(projectId, id, userId)),
    );
    const known = await connections.at(
      projectId,
      ids.flatMap((id) => id ?? []),
    );
    return known
      .map(({ value }) => value)
      .filter(({ state, is_onbehalf_token_supported }) => state === 'connected' && is_onbehalf_token_supported)
      .sort((a, b) => b.connected_at.localeCompare(a.connected_at))[0];
  };

  const onbehalf = async (bot: Bot, userId: string): Promise<JoinTokens> => {
    const connection = await connectionOf(bot.project_id, userId);
    if (!connection) return {};
    // Without a key to join as the user: the platform takes one or the other (https://developers.zoom.us/docs/meeting-sdk/auth/obf/).
    const meeting = meetingNumberOf(bot.meeting_url);
    return { onbehalf_token: await byConnection(connection, (access) => platform.onbehalfToken(access, meeting)) };
  };

  const localRecording = async ({ project_id, meeting_url }: Bot): Promise<JoinTokens> => {
    const meeting = meetingNumberOf(meeting_url);
    const connection_id = meeting && (await meetings.hostOf(project_id, meeting));
    const connection = connection_id ? await connections.get({ project_id, connection_id }) : undefined;
    if (!meeting || connection?.state !== 'connected' || !connection.is_local_recording_token_supported) return {};
    const token = await byConnection(connection, (access) => platform.localRecordingToken(access, meeting));
    return { app_privilege_token: token };
  };

  const sourceOf = ({ callback_settings, conf_settings }: Bot): [Origin, (bot: Bot) => Promise<JoinTokens>] => {
    const url = callback_settings?.conf_tokens_url;
    if (url !== undefined) return ['client', (bot) => tokensOfClient(bot, url)];
    const user = conf_settings?.onbehalf_token?.conf_oauth_connection_user_id;
    if (user !== undefined) return ['onbehalf', (bot) => onbehalf(bot, user)];
    return ['local recording', localRecording];
  };

  return async ({ project_id, bot_id, attempt }) => {
    const ref = { project_id, bot_id };
    const [bot, task] = await Promise.all([bots.get(ref), tasks.get(ref)]);
    if (!bot || !isOnItsWay(bot) || !isToJoin(task, attempt) || !takesTokens(bot, bot.platform)) return {};
    const [origin, source] = sourceOf(bot);
    try {
      const tokens = await source(bot);
      log.info('tokens for a join', { bot_id, attempt, origin, tokens: Object.keys(tokens).join(' ') });
      return tokens;
    } catch (error) {
      const isExpected =
        error instanceof ConferencingError || error instanceof ClientAnswerError || error instanceof NotFoundError;
      if (!isExpected) throw error;
      log.warn('no tokens for a join', { bot_id, attempt, origin, reason: error.message });
      return {};
    }
  };
};
