import { openTable } from '#adapters/table.ts';
import { presentApiKey } from '../../lib/api/present-dashboard.ts';
import { accessRoutes } from '../../lib/api/routes/dashboard/access.ts';
import { ForbiddenError, NotFoundError } from '../../lib/domain/errors.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { environment, meetingHosts } from '../../lib/process/environment.ts';
import { retention } from '../../lib/process/retention.ts';
import { auditRepository } from '../../lib/storage/audit.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { sessionRepository, ticketRepository } from '../../lib/storage/sessions.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createApiKeys } from '../../lib/usecases/access/api-keys.ts';
import { createSetNames } from '../../lib/usecases/access/set-names.ts';
import { createSignIn, signInPath } from '../../lib/usecases/access/sign-in.ts';
import { Reply } from '../middleware/answers.ts';
import { auditedTable, entryOf } from '../middleware/audit.ts';
import { cookieOf, isOwnPage, sessionCookie } from '../middleware/cookie.ts';
import { grouped } from '../middleware/grouped.ts';

const table = auditedTable(openTable());
const audit = auditRepository(table);
const projects = projectRepository(table);
const sessions = sessionRepository(table);
const ports = { projects, apiKeys: apiKeyRepository(table), clock: systemClock };
const { invite, signIn } = createSignIn({ ...ports, tickets: ticketRepository(table) });
const keys = createApiKeys(ports);
const setNames = createSetNames({ ...ports, subscriptions: webhookSubscriptionRepository(table) });
const { hosts, keep_days } = environment(meetingHosts, retention);

/** So many entries of what people did are shown at a time. */
const auditPage = 50;

const projectOf = async (project_id: string) => {
  const project = await projects.get(project_id);
  if (!project) throw new NotFoundError('project');
  const { id, name, names = 'neutral', created_at } = project;
  return { id, name, names, created_at, keep_days };
};

export const handler = grouped(accessRoutes, table, {
  signIn: async ({ body }, event) => {
    if (!isOwnPage(event)) throw new ForbiddenError('another site asked for this');
    const { secret, session } = await signIn(body.ticket);
    await audit.add(session.project_id, entryOf(session, accessRoutes.signIn, secret, null));
    // Whoever this browser was signed in as before is so no more: nothing would open that session again.
    await sessions.end(cookieOf(event) ?? '');
    return new Reply({ statusCode: 201, cookies: [sessionCookie(event, secret, new Date(session.until))], body: '' });
  },
  getSession: async ({ caller }, event) => {
    const { project_id, name, role, until } = caller;
    await sessions.enlist(cookieOf(event) ?? '', caller, systemClock.now());
    const project = await projectOf(project_id);
    return { name, role, until, project: { id: project_id, name: project.name }, meeting_hosts: hosts };
  },
  signOut: async (_, event) => {
    await sessions.end(cookieOf(event) ?? '');
    return new Reply({ statusCode: 200, cookies: [sessionCookie(event, '', new Date(0))], body: '' });
  },
  invite: async ({ caller, body }) => ({ path: signInPath(await invite({ project_id: caller.project_id, ...body })) }),
  listApiKeys: async ({ caller }) => (await keys.list(caller.project_id)).map(presentApiKey),
  createApiKey: async ({ caller, body }) => {
    const { api_key, ...made } = await keys.create(caller.project_id, body.name);
    return { ...presentApiKey(made), api_key };
  },
  revokeApiKey: ({ ref }) => keys.revoke(ref.project_id, ref.api_key_id),
  listAudit: async ({ caller, query: { before } }) => {
    const found = await audit.list(caller.project_id, auditPage + 1, before);
    const results = found.slice(0, auditPage);
    return { results, next: found.length > auditPage ? (results.at(-1)?.id ?? null) : null };
  },
  getProject: ({ caller }) => projectOf(caller.project_id),
  updateProject: async ({ caller: { project_id }, body }) => {
    await setNames(project_id, body.names);
    return projectOf(project_id);
  },
});
