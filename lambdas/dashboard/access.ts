import { openTable } from '#adapters/table.ts';
import { presentApiKey, presentAuditEntry } from '../../lib/api/present/dashboard.ts';
import { presentInvitation } from '../../lib/api/present/person.ts';
import { accessRoutes } from '../../lib/api/routes/dashboard/access.ts';
import { deletedAfterDays } from '../../lib/domain/captured/keep-days.ts';
import { ForbiddenError } from '../../lib/domain/errors.ts';
import { isIdOf } from '../../lib/domain/ids.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { meetingHosts, platformsOff } from '../../lib/process/environment/meetings.ts';
import { retention } from '../../lib/process/environment/retention.ts';
import { transcription } from '../../lib/process/environment/transcription.ts';
import { environment } from '../../lib/process/environment.ts';
import { auditRepository, type KeptEntry } from '../../lib/storage/audit.ts';
import { auditedTable, notingAbout } from '../../lib/storage/audited-table.ts';
import { botLists } from '../../lib/storage/bots/bot-lists.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import {
  openInvitations,
  openSessions,
  sessionName,
  sessionRepository,
  ticketRepository,
} from '../../lib/storage/sessions.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createApiKeys } from '../../lib/usecases/access/api-keys.ts';
import { createWithdraw } from '../../lib/usecases/access/end-sessions.ts';
import { createGetProject } from '../../lib/usecases/access/get-project.ts';
import { createSetNames } from '../../lib/usecases/access/set-names.ts';
import { createSignIn, signInPath } from '../../lib/usecases/access/sign-in.ts';
import { Reply } from '../middleware/answers.ts';
import { entryOf } from '../middleware/audit.ts';
import { cookieOf, isOwnPage, sessionCookie } from '../middleware/cookie.ts';
import { grouped } from '../middleware/grouped.ts';
import { onUnreadable } from '../wiring/left-out.ts';

const table = auditedTable(openTable());
const audit = auditRepository(table);
const bots = botLists(table);
const projects = projectRepository(table);
const sessions = sessionRepository(table);
const invitations = openInvitations(table);
const ports = { projects, apiKeys: apiKeyRepository(table), clock: systemClock };
const { invite, signIn } = createSignIn({ ...ports, tickets: ticketRepository(table), invitations });
const withdraw = createWithdraw({ invitations, sessions: openSessions(table), onUnreadable });
const keys = createApiKeys({ ...ports, onUnreadable });
const getProject = createGetProject({ projects });
const setNames = createSetNames({ ...ports, subscriptions: webhookSubscriptionRepository(table) });
const operated = environment(meetingHosts, platformsOff, retention, transcription);

/** So many entries of what people did are shown at a time. */
const auditPage = 50;
/** Whether an id is of what is kept as a bot is. */
const isOfBot = (id: string): boolean => isIdOf('bot', id) || isIdOf('app_session', id);

const projectOf = async (project_id: string) => {
  const { id, name, names = 'neutral', keep_days = null, created_at } = await getProject(project_id);
  const deleted_after_days = deletedAfterDays({ project: keep_days, operator: operated.keep_days });
  return { id, name, names, created_at, keep_days, deleted_after_days };
};

/** With what is known of the bots and app sessions that they are about, all of which are asked for at once. */
const presentAudit = async (project_id: string, entries: readonly KeptEntry[]) => {
  const ids = new Set(entries.flatMap(({ about }) => (about !== null && isOfBot(about) ? [about] : [])));
  const known = new Map((await bots.at(project_id, [...ids], onUnreadable)).map(({ value }) => [value.id, value]));
  return entries.map((entry) => presentAuditEntry(entry, known.get(entry.about ?? '')));
};

export const handler = grouped(accessRoutes, table, {
  signIn: async ({ body }, event) => {
    if (!isOwnPage(event)) throw new ForbiddenError('another site asked for this');
    const { secret, session } = await signIn(body.ticket);
    const { by, sessions: made_in } = session.origin ?? {};
    const about = by === undefined ? null : `of ${by} (made in session ${made_in?.at(-1)})`;
    await audit.add(session.project_id, entryOf(session, accessRoutes.signIn, secret, about));
    // Whoever this browser was signed in as before is so no more: nothing would open that session again.
    await sessions.end(cookieOf(event) ?? '');
    return new Reply({ statusCode: 201, cookies: [sessionCookie(event, secret, new Date(session.until))], body: '' });
  },
  getSession: async ({ caller }, event) => {
    if (!caller) return null;
    const { project_id, name, role, until } = caller;
    await sessions.enlist(cookieOf(event) ?? '', caller, systemClock.now());
    const project = await projectOf(project_id);
    return {
      ...{ name, role, until, project: { id: project_id, name: project.name } },
      ...{ meeting_hosts: operated.hosts, platforms_off: operated.platforms_off },
      has_transcription_server: operated.hasCustomTranscription,
    };
  },
  signOut: async (_, event) => {
    await sessions.end(cookieOf(event) ?? '');
    return new Reply({ statusCode: 200, cookies: [sessionCookie(event, '', new Date(0))], body: '' });
  },
  invite: async ({ caller: { project_id, name, email, origin }, body }, event) => {
    const secret = cookieOf(event) ?? '';
    const by = { name, session: sessionName(secret), ...(email !== undefined && { email }), ...(origin && { origin }) };
    return { path: signInPath(await invite({ project_id, ...body }, by, sessions.mustBeOpen(secret))) };
  },
  listInvitations: async ({ caller }) =>
    (await invitations.list(caller.project_id, onUnreadable)).map(presentInvitation),
  withdrawInvitation: async ({ caller, query: { invitation } }) => {
    const open = await invitations.list(caller.project_id, onUnreadable);
    const one = open.find((other) => other.invitation === invitation);
    // Nobody else knows what a link is called: whom it was for, and in which session it was made, leads to the entry of that.
    if (one) notingAbout(`for ${one.name}, ${one.role} (${invitation}, made in session ${one.made_by_session})`);
    await withdraw(caller.project_id, invitation);
  },
  listApiKeys: async ({ caller }) => (await keys.list(caller.project_id)).map(presentApiKey),
  createApiKey: async ({ caller, body }) => {
    const { api_key, ...made } = await keys.create(caller.project_id, body.name);
    return { ...presentApiKey(made), api_key };
  },
  revokeApiKey: ({ ref }) => keys.revoke(ref.project_id, ref.api_key_id),
  listAudit: async ({ caller, query: { before } }) => {
    const { entries, end } = await audit.list(caller.project_id, auditPage, before, onUnreadable);
    return { results: await presentAudit(caller.project_id, entries), next: end ?? null };
  },
  getProject: ({ caller }) => projectOf(caller.project_id),
  updateProject: async ({ caller: { project_id }, body }) => {
    if (body.names) await setNames(project_id, body.names);
    if (body.keep_days !== undefined) await projects.setKeepDays(project_id, body.keep_days);
    return projectOf(project_id);
  },
});
