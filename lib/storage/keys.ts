/**
 * The single-table design: partition, sort key, and what is there. Everything that belongs to a project has the project
 * in its partition key, so a query can never reach into another's; what belongs to a bot shares the bot's partition, and
 * what was told of something is in the partition of what it was told of. By which lists items are found is said in
 * `listings.ts`.
 *
 *   api_key#<sha-256>                 api_key
 *   session#<sha-256>                 session            somebody who is signed in to the dashboard, a week
 *   ticket#<sha-256>                  ticket             who may sign in, once, within hours
 *   sign_in#<sha-256>                 sign_in            who was sent to the identity provider, ten minutes
 *   person#<e-mail>                   person#<prj>       who is let in by it to a project, and as what; `person` alone where
 *                                                        it was stored before an address could be of several
 *   provider_secret#<client id>       provider_secret    by which the identity provider knows the service, sealed
 *   project#<prj>                     project
 *                                     data_key#<number>  a key of the project's secrets, sealed
 *                                     credential#<provider>  the project's key for a provider of transcription, sealed
 *                                     oauth_app#<coa>    an app of the project at the conferencing platform, its secret sealed
 *                                     account#<platform>#<name>  an account with which bots join, its login sealed
 *                                     sso#<platform>     by what accounts sign in by single sign-on, its keys sealed
 *   project#<prj>#deduplication#<key> deduplication      which bot holds the key
 *   project#<prj>#sso_ticket#<sha-256> sso_ticket        which account a bot may sign in with, once, five minutes
 *   project#<prj>#sessions            session#<sha-256>  that somebody is signed in to the dashboard of the project
 *                                     invitation#<sha-256>  that somebody may sign in by a ticket, as long as that
 *   project#<prj>#stream#<sha-256>    stream             which app session has the stream, for two days
 *   project#<prj>#audit               entry#<time>#<random>  what somebody did by the dashboard, 400 days
 *                                     look#<hour>#…      that somebody looked at something in an hour, two hours
 *   project#<prj>#webhooks            subscriptions      the project's own webhook subscriptions
 *                                     names              in which names they speak, where they are not the neutral ones
 *                                     slow#<sha-256>     a server that is slow to answer, for some minutes
 *   project#<prj>#launches#<immediate or scheduled>#requests#<second>
 *                                     requests           how many bots it asked to have launched, a minute
 *   launches#<second>                 launches           of all projects, a minute
 *   stagings#requests#<ten seconds>   requests           how many bots are to be staged then
 *   warm#<load of a bot>              task#<id>          a capture task that waits for a bot
 *                                     order#<id>         what such a task was told to do, three days
 *   warm#<bot or app>#<attempt>       claim              which of these tasks the bot was given, three days
 *   project#<prj>#bot#<bot or app>    bot                a bot, or an app session, which is kept as a bot is
 *                                     execution          the task token that the bot's execution waits on
 *                                     capture_task       the capture task started last
 *                                     captured#<kind>#<batch>
 *                                     participant#<arrival>#<sha-256>  somebody who came, and whether they left
 *                                     command#<number>   what the bot was asked to do once, in its order
 *                                     speech#<piece>     a piece of speech that is not transcribed yet
 *                                     webhook#delivery#<key>      a delivery that was not done at once, 30 days
 *                                     webhook#done#<key>          deliveries that were, as many as were sent together
 *                                     webhook#disabled#<sha-256>  an address that wants no more
 *                                     webhook#forgotten  that what was captured was deleted, 30 days
 *                                     webhook#gone       that the bot itself was, 30 days
 *   erasures                          <prj>#<bot>        of whom something is still to be removed, until it was
 *   project#<prj>#calendar#<cal>      calendar
 *                                     credentials        sealed
 *                                     sync               how far it is known, and who is at work on it
 *                                     digest#<number>    what is known of its events, in short
 *                                     webhook#…          as those of a bot
 *   project#<prj>#connection#<con>    connection
 *                                     credentials        sealed; who renews them
 *                                     sync               when its platform is asked next
 *                                     webhook#…          as those of a bot
 *   project#<prj>#oauth_app#<coa>     user#<user>        which connection somebody has by the app
 *   project#<prj>#conf_meeting#<number> host             by whose connection a meeting is known, 60 days
 *   oauth_app#<coa>                   owner              whose app the platform tells of
 *   project#<prj>#event#<cev>         event              until a week after its end
 *                                     bot#<bot>          a bot that follows it
 *   project#<prj>#calendar_deduplication#<key> deduplication  which calendar holds the key
 *   project#<prj>#calendar_farewell#<cal> farewell       what its platform is to be told, until it was
 *   channel#<id>                      owner              whose calendar a platform tells of; a day longer than the channel
 */
import { createHash } from 'node:crypto';
import type { CapturedKind } from '../domain/captured/captured.ts';
import { isIdOf } from '../domain/ids.ts';
import { type SubjectKind, type SubjectRef, subjectKindOf } from '../domain/webhook/webhook-subject.ts';
import type { Key } from '../ports/table.ts';

/** How a bot is addressed everywhere inside: never without its project. */
export interface BotRef {
  readonly project_id: string;
  readonly bot_id: string;
}

/** How a bot at hand is addressed. */
export const refOf = (bot: { readonly project_id: string; readonly id: string }): BotRef => ({
  project_id: bot.project_id,
  bot_id: bot.id,
});

/** What a reference names, for those who are told that there is no such thing. */
export const kindOfRef = ({ bot_id }: Pick<BotRef, 'bot_id'>): 'bot' | 'app_session' =>
  isIdOf('app_session', bot_id) ? 'app_session' : 'bot';

const botPartition = ({ project_id, bot_id }: BotRef): string => `project#${project_id}#bot#${bot_id}`;

// An app session is kept as a bot is.
const subjectRooms: Readonly<Record<SubjectKind, string>> = {
  bot: 'bot',
  app_session: 'bot',
  connection: 'connection',
  calendar: 'calendar',
};
/** How a calendar is addressed. */
export interface CalendarRef {
  readonly project_id: string;
  readonly calendar_id: string;
}
export interface CalendarEventRef {
  readonly project_id: string;
  readonly calendar_event_id: string;
}

/** How the record of an app session is addressed. */
export const refOfAppSession = (ref: { readonly project_id: string; readonly app_session_id: string }): BotRef => ({
  project_id: ref.project_id,
  bot_id: ref.app_session_id,
});

/** The partition of what webhooks tell of. */
export const subjectPartition = ({ project_id, subject_id }: SubjectRef): string =>
  `project#${project_id}#${subjectRooms[subjectKindOf(subject_id)]}#${subject_id}`;

export const apiKeyKey = (hash: string): Key => ({ pk: `api_key#${hash}`, sk: 'api_key' });
export const sessionKey = (hash: string): Key => ({ pk: `session#${hash}`, sk: 'session' });
export const openSessionPrefix = 'session#';
export const openSessionKey = (projectId: string, hash: string): Key => ({
  pk: `project#${projectId}#sessions`,
  sk: openSessionPrefix + hash,
});
export const invitationPrefix = 'invitation#';
export const invitationKey = (projectId: string, hash: string): Key => ({
  pk: openSessionKey(projectId, hash).pk,
  sk: invitationPrefix + hash,
});
export const ticketKey = (hash: string): Key => ({ pk: `ticket#${hash}`, sk: 'ticket' });
export const signInKey = (hash: string): Key => ({ pk: `sign_in#${hash}`, sk: 'sign_in' });
const personSort = 'person';
/** Whoever comes by an address is looked for before it is known to which project. */
export const personPartition = (email: string): string => `person#${email}`;
export const personKey = (projectId: string, email: string): Key => ({
  pk: personPartition(email),
  sk: `${personSort}#${projectId}`,
});
/** Of a time when an address was of one project only. Nothing new is stored there. */
export const formerPersonKey = (email: string): Key => ({ pk: personPartition(email), sk: personSort });
export const providerSecretKey = (clientId: string): Key => ({
  pk: `provider_secret#${clientId}`,
  sk: 'provider_secret',
});
export const projectKey = (projectId: string): Key => ({ pk: `project#${projectId}`, sk: 'project' });
export const dataKeyPrefix = 'data_key#';
/** Padded, so that keys sort as they were made. */
export const dataKeyKey = (projectId: string, number: number): Key => ({
  pk: projectKey(projectId).pk,
  sk: `${dataKeyPrefix}${String(number).padStart(8, '0')}`,
});
export const credentialPrefix = 'credential#';
export const credentialKey = (projectId: string, provider: string): Key => ({
  pk: projectKey(projectId).pk,
  sk: credentialPrefix + provider,
});
export const oauthAppPrefix = 'oauth_app#';
export const oauthAppKey = (projectId: string, id: string): Key => ({
  pk: projectKey(projectId).pk,
  sk: oauthAppPrefix + id,
});
export const accountPrefix = 'account#';
export const accountKey = (projectId: string, platform: string, name: string): Key => ({
  pk: projectKey(projectId).pk,
  sk: `${accountPrefix}${platform}#${name}`,
});
export const ssoProfileKey = (projectId: string, platform: string): Key => ({
  pk: projectKey(projectId).pk,
  sk: `sso#${platform}`,
});
export const ssoTicketKey = (projectId: string, hash: string): Key => ({
  pk: `project#${projectId}#sso_ticket#${hash}`,
  sk: 'sso_ticket',
});
export const oauthAppOwnerKey = (id: string): Key => ({ pk: `oauth_app#${id}`, sk: 'owner' });
export const oauthAppUserPrefix = 'user#';
/** Somebody who has allowed an app. */
export const oauthAppUserKey = (projectId: string, appId: string, userId: string): Key => ({
  pk: `project#${projectId}#oauth_app#${appId}`,
  sk: oauthAppUserPrefix + userId,
});
export const streamKey = (projectId: string, hash: string): Key => ({
  pk: `project#${projectId}#stream#${hash}`,
  sk: 'stream',
});
export const auditKey = (projectId: string, sk: string): Key => ({ pk: `project#${projectId}#audit`, sk });
/** What is common to all of a project's webhooks. */
export const webhooksPartition = (projectId: string): string => `project#${projectId}#webhooks`;
export const deduplicationKey = (projectId: string, key: string): Key => ({
  pk: `project#${projectId}#deduplication#${key}`,
  sk: 'deduplication',
});
export const botKey = (ref: BotRef): Key => ({ pk: botPartition(ref), sk: 'bot' });
export const executionKey = (ref: BotRef): Key => ({ pk: botPartition(ref), sk: 'execution' });
export const captureTaskKey = (ref: BotRef): Key => ({ pk: botPartition(ref), sk: 'capture_task' });
export const capturedPrefix = (kind: CapturedKind): string => `captured#${kind}#`;
export const capturedKey = (ref: BotRef, kind: CapturedKind, batchId: string): Key => ({
  pk: botPartition(ref),
  sk: `${capturedPrefix(kind)}${batchId}`,
});
export const participantPrefix = 'participant#';
export const participantKey = (ref: BotRef, position: string): Key => ({
  pk: botPartition(ref),
  sk: participantPrefix + position,
});
export const commandPrefix = 'command#';
/** Padded, so that commands sort as they were given. */
export const commandKey = (ref: BotRef, number: number): Key => ({
  pk: botPartition(ref),
  sk: `${commandPrefix}${String(number).padStart(8, '0')}`,
});
export const speechPrefix = 'speech#';
export const speechKey = (ref: BotRef, pieceId: string): Key => ({
  pk: botPartition(ref),
  sk: speechPrefix + pieceId,
});

const calendarPartition = ({ project_id, calendar_id }: CalendarRef): string =>
  subjectPartition({ project_id, subject_id: calendar_id });
export const calendarKey = (ref: CalendarRef): Key => ({ pk: calendarPartition(ref), sk: 'calendar' });
export const calendarCredentialsKey = (ref: CalendarRef): Key => ({ pk: calendarPartition(ref), sk: 'credentials' });
export const calendarSyncKey = (ref: CalendarRef): Key => ({ pk: calendarPartition(ref), sk: 'sync' });
export const digestPrefix = 'digest#';
export const digestKey = (ref: CalendarRef, number: number): Key => ({
  pk: calendarPartition(ref),
  sk: `${digestPrefix}${String(number).padStart(4, '0')}`,
});
export const calendarDeduplicationKey = (projectId: string, key: string): Key => ({
  pk: `project#${projectId}#calendar_deduplication#${key}`,
  sk: 'deduplication',
});
export const calendarFarewellKey = ({ project_id, calendar_id }: CalendarRef): Key => ({
  pk: `project#${project_id}#calendar_farewell#${calendar_id}`,
  sk: 'farewell',
});
const eventPartition = ({ project_id, calendar_event_id }: CalendarEventRef): string =>
  `project#${project_id}#event#${calendar_event_id}`;
export const calendarEventKey = (ref: CalendarEventRef): Key => ({ pk: eventPartition(ref), sk: 'event' });
export const followerPrefix = 'bot#';
/** The bot that follows an event. */
export const followerKey = (ref: CalendarEventRef, botId: string): Key => ({
  pk: eventPartition(ref),
  sk: followerPrefix + botId,
});
/** How a connection is addressed. */
export interface ConnectionRef {
  readonly project_id: string;
  readonly connection_id: string;
}
const connectionPartition = ({ project_id, connection_id }: ConnectionRef): string =>
  subjectPartition({ project_id, subject_id: connection_id });
export const connectionKey = (ref: ConnectionRef): Key => ({ pk: connectionPartition(ref), sk: 'connection' });
export const connectionCredentialsKey = (ref: ConnectionRef): Key => ({
  pk: connectionPartition(ref),
  sk: 'credentials',
});
export const connectionSyncKey = (ref: ConnectionRef): Key => ({ pk: connectionPartition(ref), sk: 'sync' });
export const confMeetingKey = (projectId: string, meeting: string): Key => ({
  pk: `project#${projectId}#conf_meeting#${meeting}`,
  sk: 'host',
});
export const channelKey = (id: string): Key => ({ pk: `channel#${id}`, sk: 'owner' });

/** Where keys hold what names somebody, or what a client calls its own. */
const personal = /(?<=^person#(?=.*@)|deduplication#|^user#|^account#\w+#).+/s;
const hidden = (text: string): string =>
  text.replace(personal, (part) => `sha256:${createHash('sha256').update(part).digest('hex').slice(0, 12)}`);
/** A key as a log may hold it. What is hidden is known by its hash to whoever looks through the table. */
export const keyInLogs = ({ pk, sk }: Key): string => `${hidden(pk)} / ${hidden(sk)}`;
