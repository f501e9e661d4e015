/** Somebody at the conferencing platform who has allowed an app, looked after as in the deployment: swept, worked off, told of. */
import { text } from 'node:stream/consumers';
import { zoom } from '../../../../lib/conferencing/zoom.ts';
import type { Connection } from '../../../../lib/domain/connection/connection.ts';
import { askJson } from '../../../../lib/net/ask-json.ts';
import type { ConferencingPlatform } from '../../../../lib/ports/conferencing.ts';
import type { Table } from '../../../../lib/ports/table.ts';
import { confMeetingRepository } from '../../../../lib/storage/connections/conf-meetings.ts';
import { connectionCredentialsRepository } from '../../../../lib/storage/connections/connection-credentials.ts';
import { refOfConnection } from '../../../../lib/storage/connections/connection-item.ts';
import {
  connectionSyncRepository,
  dueConnections,
  dueNameOfConnection,
} from '../../../../lib/storage/connections/connection-sync.ts';
import { connectionRepository } from '../../../../lib/storage/connections/connections.ts';
import { dueRepository } from '../../../../lib/storage/due.ts';
import { projectRepository } from '../../../../lib/storage/projects.ts';
import { oauthAppHookRepository, oauthAppRepository } from '../../../../lib/storage/secrets/oauth-apps.ts';
import type { ConnectionMessage } from '../../../../lib/usecases/connections/connection-queue.ts';
import { createConnectionWork } from '../../../../lib/usecases/connections/connection-work.ts';
import {
  type CreateConnectionInput,
  createCreateConnection,
} from '../../../../lib/usecases/connections/create-connection.ts';
import { createDeleteConnection } from '../../../../lib/usecases/connections/delete-connection.ts';
import { createHearConferencing } from '../../../../lib/usecases/connections/hear-conferencing.ts';
import { createOAuthApps } from '../../../../lib/usecases/connections/oauth-apps.ts';
import { createOpenConnection } from '../../../../lib/usecases/connections/open-connection.ts';
import { createSweepDue } from '../../../../lib/usecases/timers/sweep-due.ts';
import { newsOf } from '../../../../lib/usecases/webhooks/webhook-news.ts';
import { aConf, type ConfQuirks } from '../../../facsimiles/conf/conf.ts';
import { aMeeting, anApp, aUser, type User } from '../../../facsimiles/conf/people.ts';
import { allReadable } from '../../doubles/all-readable.ts';
import { aClock } from '../../doubles/clock.ts';
import { memoryQueue } from '../../doubles/memory-queue.ts';
import { memoryTable } from '../../doubles/memory-table.ts';
import { thinBox } from '../../doubles/thin-box.ts';
import { aSite } from '../../hosts/site.ts';
import { secret } from '../../secrets.ts';
import { longestMs } from '../../until.ts';

export interface ConnectionWorldOptions {
  readonly quirks?: ConfQuirks;
  readonly users?: readonly User[];
  /** Stands between the work and the table. */
  readonly through?: (table: Table) => Table;
}

export const project_id = 'prj_1';
export const maya = aUser();
const webhookSecret = secret('secret-token-of-webhooks');

export const aConnectionWorld = async ({ quirks = {}, users = [maya], through }: ConnectionWorldOptions = {}) => {
  const clock = aClock();
  const stored = memoryTable(clock);
  const table = through?.(stored) ?? stored;
  const queue = memoryQueue(clock);
  const connections = connectionRepository(stored);
  const credentials = connectionCredentialsRepository(stored);
  const hooks = oauthAppHookRepository(stored);
  const hear = createHearConferencing({ hooks, secretBox: thinBox, queue, clock });
  await using started = new AsyncDisposableStack();
  // Where the platform's messages come in, as they do through the gateway.
  const hook = started.use(
    await aSite(async (request, response) => {
      const { status, body } = await hear({
        oauth_app_id: new URL(request.url ?? '', 'http://localhost').pathname.split('/').at(-1) ?? '',
        header: (name) => request.headers[name]?.toString(),
        body: await text(request),
      });
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    }),
  );
  await projectRepository(stored).create({
    id: project_id,
    name: 'mine',
    webhook_secret_sealed: await thinBox.seal(project_id, 'whsec_MTIz'),
    created_at: clock.now().toISOString(),
  });
  const oauthApps = createOAuthApps({
    ...allReadable,
    projects: projectRepository(stored),
    apps: oauthAppRepository(stored),
    hooks,
    connections,
    secretBox: thinBox,
    clock,
  });
  const known = anApp();
  const { id: oauth_app_id } = await oauthApps.create(project_id, known.client_id, {
    client_secret: known.client_secret,
  });
  await oauthApps.setSecrets(project_id, oauth_app_id, { webhook_secret: webhookSecret });
  const app = anApp({ webhook: { url: `${hook.url}/hooks/conf/${oauth_app_id}`, secret: webhookSecret } });
  const other = anApp({ client_id: 'other-client', client_secret: secret('other') });
  const meetings = [aMeeting(), aMeeting({ id: 2 }), aMeeting({ id: 3 }), aMeeting({ id: 9, host_id: 'jonas' })];
  const conf = started.use(await aConf({ apps: [app, other], users, meetings, clock, quirks }));
  const pauses: number[] = [];
  const platform = zoom(
    { ask: askJson({ begins_within_ms: longestMs, ends_within_ms: longestMs }), clock },
    { api: `${conf.url}/v2`, oauth: `${conf.url}/oauth` },
  );
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    // Whoever is waited for has its turn.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const ports = { platform, secretBox: thinBox, clock, pause, chance: () => 0 };
  const open = { connections, credentials, apps: oauthAppRepository(stored) };
  const work = createConnectionWork({ table, ...ports });
  const sweep = createSweepDue({ due: dueRepository(stored, dueConnections), queue, clock });
  const createConnection = createCreateConnection({ ...ports, ...open });
  const outcomes: string[] = [];

  const settle = async (): Promise<void> => {
    for (let due = queue.takeDue(); due.length > 0; due = queue.takeDue()) {
      for (const message of due as ConnectionMessage[]) outcomes.push(await work(message));
    }
  };
  const running = started.move();

  return {
    clock,
    conf,
    app,
    other,
    oauth_app_id,
    oauthApps,
    table: stored,
    queue,
    platform,
    pauses,
    outcomes,
    connections,
    credentials,
    sweep,
    settle,
    /** Work that is done by another process, with something between it and each of its ports. */
    workThrough: (each: <T extends object>(port: T) => T) => {
      const { changes: _changes, items: _items, ...primitives } = stored;
      return createConnectionWork({ ...ports, table: each(primitives), platform: each(platform) });
    },
    openConnection: (over: Table = stored, asked: Pick<ConferencingPlatform, 'refresh'> = platform) =>
      createOpenConnection({
        ...ports,
        platform: asked,
        connections: connectionRepository(over),
        credentials: connectionCredentialsRepository(over),
        apps: oauthAppRepository(over),
      }),
    deleteConnection: createDeleteConnection({ ...ports, ...open }),
    /** A request to create a connection, with a fresh code of a user. */
    connect: (input: Partial<CreateConnectionInput> = {}, user: User = maya): Promise<Connection> =>
      createConnection(project_id, {
        authorization_code: conf.authorise(user),
        redirect_uri: app.redirect_uris[0] ?? '',
        is_local_recording_token_supported: true,
        is_onbehalf_token_supported: true,
        ...input,
      }),
    get: (connection: Connection) => connections.get(refOfConnection(connection)),
    credentialsOf: (connection: Connection) => credentials.get(refOfConnection(connection)),
    syncOf: (connection: Connection) => connectionSyncRepository(stored).get(refOfConnection(connection)),
    work: (connection: Connection) => work({ id: dueNameOfConnection(refOfConnection(connection)) }),
    hostOf: (meeting: string) => confMeetingRepository(stored).hostOf(project_id, meeting),
    /** Lets time pass, in steps, each with its sweep. */
    async pass(steps: number, seconds: number): Promise<void> {
      for (let i = 0; i < steps; i += 1) {
        clock.advance(seconds);
        await sweep();
        await settle();
      }
    },
    /** All that webhooks would tell of connections, the oldest first. */
    told: () =>
      stored.changes
        .filter((change) => change.new?.kind === 'connection')
        .flatMap((change) => newsOf(change)?.events ?? []),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};
export type ConnectionWorld = Awaited<ReturnType<typeof aConnectionWorld>>;
