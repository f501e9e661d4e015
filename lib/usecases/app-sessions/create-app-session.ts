import { createHmac, randomBytes } from 'node:crypto';
import { type AppSession, createAppSession, isAppSession, movedTo } from '../../domain/app-session/app-session.ts';
import type { BotStream } from '../../domain/app-session/bot-stream.ts';
import type { StreamIds, StreamNotice } from '../../domain/app-session/stream.ts';
import { applyTrigger } from '../../domain/bot/bot.ts';
import { DuplicateKeyError, NotFoundError, StaleError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import { type StreamRepository, takingStream } from '../../storage/bots/streams.ts';
import type { OAuthApp, OAuthAppRepository } from '../../storage/secrets/oauth-apps.ts';
import { createChangeBot } from '../bots/change-bot.ts';
import { createWhichApp } from '../connections/which-app.ts';
import { type CreateAppSessionInput, createNewSessionFaults, type NewSessionChecks } from './new-session-input.ts';

export interface CreateAppSessionPorts extends NewSessionChecks {
  readonly bots: Pick<BotRepository, 'checkKey' | 'create' | 'get' | 'save'>;
  readonly streams: StreamRepository;
  readonly apps: Pick<OAuthAppRepository, 'get' | 'list'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
}

/** https://developers.zoom.us/docs/rtms/meetings/work-with-streams/ */
const signatureOf = (client_id: string, secret: string, { meeting_uuid, rtms_stream_id }: StreamIds): string =>
  createHmac('sha256', secret).update(`${client_id},${meeting_uuid},${rtms_stream_id}`).digest('hex');

/**
 * Creates a session that connects to a stream at once. A stream that has a session already, however it ended, gets no other
 * one: the platform repeats its webhooks, and sends another one when other servers take a stream over, of which the session
 * hears then. Without an app of the project there is no signature: such a session ends as soon as it is made.
 * @throws ValidationError for servers that are not the platform's, and for an app that cannot be meant
 * @throws DuplicateKeyError while another session, or a bot, holds the deduplication key
 */
export const createCreateAppSession = (ports: CreateAppSessionPorts) => {
  const { bots, streams, secretBox, clock } = ports;
  const changeBot = createChangeBot(ports);
  const whichApp = createWhichApp(ports);
  const faultsOf = createNewSessionFaults(ports);

  /** The session that a stream has, told of the servers that have it now. */
  const known = async (project_id: string, bot_id: string, { server_urls }: StreamNotice): Promise<AppSession> => {
    const session = await changeBot({ project_id, bot_id }, (bot) => {
      if (!isAppSession(bot)) throw new NotFoundError('app_session');
      const moved = movedTo(bot, server_urls);
      return moved === bot ? undefined : { bot: moved };
    });
    if (!isAppSession(session)) throw new NotFoundError('app_session');
    return session;
  };

  const streamOf = async (project_id: string, notice: StreamNotice, app: OAuthApp | undefined): Promise<BotStream> => {
    if (!app) return { ...notice, conf_oauth_app_id: null };
    const secret = await secretBox.open(project_id, app.secret_sealed);
    return { ...notice, signature: signatureOf(app.client_id, secret, notice), conf_oauth_app_id: app.id };
  };

  return async (project_id: string, input: CreateAppSessionInput): Promise<AppSession> => {
    const now = clock.now();
    const faults = faultsOf(input);
    if (faults) throw faults;
    const { conf_rtms, conf_oauth_app_id, ...details } = input;
    const holder = await streams.holderOf(project_id, conf_rtms);
    if (holder !== undefined) return known(project_id, holder, conf_rtms);
    const app = await whichApp(project_id, conf_oauth_app_id);
    const id = newId('app_session', now, randomBytes(10));
    const made = createAppSession(
      { ...details, id, project_id, stream: await streamOf(project_id, conf_rtms, app) },
      now,
    );
    const session = app ? made : applyTrigger(made, 'could_not_join', 'oauth_app_not_configured', now);
    try {
      // It never holds the key itself, so nothing else would look whether somebody does.
      if (!app) await bots.checkKey(session);
      await bots.create(session, [takingStream(project_id, conf_rtms, id, now)]);
    } catch (error) {
      // Who forwards the same stream at the same moment names the same deduplication key, too.
      const mayBeSame = error instanceof StaleError || error instanceof DuplicateKeyError;
      const winner = mayBeSame ? await streams.holderOf(project_id, conf_rtms) : undefined;
      if (winner === undefined) throw error;
      return known(project_id, winner, conf_rtms);
    }
    return { ...session, stream: made.stream };
  };
};
