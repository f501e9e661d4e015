import { randomBytes } from 'node:crypto';
import { openTable } from '#adapters/table.ts';
import { presentOpenSession, presentPerson } from '../../lib/api/present/person.ts';
import { identityRoutes } from '../../lib/api/routes/dashboard/identity.ts';
import { ssoRoutes } from '../../lib/api/sso-routes.ts';
import { NotFoundError } from '../../lib/domain/errors.ts';
import { choicePage } from '../../lib/identity/choice-page.ts';
import { openIdProvider } from '../../lib/identity/openid.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { identityProvider } from '../../lib/process/environment/identity.ts';
import { environment, publicAddress } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { auditRepository } from '../../lib/storage/audit.ts';
import { auditedTable } from '../../lib/storage/audited-table.ts';
import { pendingSignIns, personRepository, providerSecretRepository } from '../../lib/storage/people.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { openInvitations, openSessions, sessionName, sessionRepository } from '../../lib/storage/sessions.ts';
import { type Choice, createOpenIdSignIn, NotAdmittedError } from '../../lib/usecases/access/openid-sign-in.ts';
import { createMembers } from '../../lib/usecases/access/people.ts';
import { Reply } from '../middleware/answers.ts';
import { entryOf } from '../middleware/audit.ts';
import { cookieOf, sessionCookie, signInCookie, signInCookieOf } from '../middleware/cookie.ts';
import { grouped } from '../middleware/grouped.ts';
import type { HttpEvent } from '../middleware/middleware.ts';
import { onUnreadable } from '../wiring/left-out.ts';
import { openSecretBox } from '../wiring/secrets.ts';

const table = auditedTable(openTable());
const audit = auditRepository(table);
const { openId, groups, groupsProject, baseUrl } = environment(identityProvider, publicAddress);
const projects = projectRepository(table);
const people = personRepository(table);
const secrets = providerSecretRepository(table);
const ports = { projects, people, apiKeys: apiKeyRepository(table), clock: systemClock };

const secretBox = openSecretBox(table);
const secretOf = async (clientId: string): Promise<string | undefined> => {
  const found = await secrets.find(clientId);
  return found && secretBox.open(found.project_id, found.secret_sealed);
};

const signIn =
  openId &&
  createOpenIdSignIn({
    ...{ ...ports, groups, groupsProject },
    provider: openIdProvider({ ...openId, secret: () => secretOf(openId.client_id) }),
    pending: pendingSignIns(table),
    sessions: sessionRepository(table),
  });
const members = createMembers({
  ...ports,
  sessions: openSessions(table),
  invitations: openInvitations(table),
  onUnreadable,
});

const [begin, callback] = [identityRoutes.beginSignIn.path, identityRoutes.finishSignIn.path];
const addressOf = ({ requestContext }: HttpEvent): string => baseUrl(requestContext.domainName);
const noCookie = new Date(0);

const goTo = (location: string, ...cookies: string[]): Reply =>
  new Reply({ statusCode: 302, headers: { location }, cookies, body: '' });

/** In the place of the way back: the answer comes to the same address. */
const asked = (event: HttpEvent, { secret, until, ...choice }: Choice): Reply =>
  new Reply({
    statusCode: 200,
    cookies: [signInCookie(event, secret, until)],
    ...choicePage({ action: callback, ...choice }, randomBytes(16).toString('base64')),
  });

/** Back to the door, which has sentences for each reason. @throws whatever is no reason to keep somebody out */
const turnedAway = (event: HttpEvent, error: unknown): Reply => {
  if (!(error instanceof NotAdmittedError)) throw error;
  const { refusal, cause } = error;
  log.warn('somebody was not let in', { refusal, ...(cause instanceof Error && { reason: reasonOf(cause) }) });
  return goTo(`/dashboard#refused=${refusal}`, signInCookie(event, '', noCookie));
};
/** What the provider's library says: nothing that was secret between both is in it. */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message;

const ofDashboard = grouped(identityRoutes, table, {
  beginSignIn: async ({ query }, event) => {
    if (!signIn) throw new NotFoundError('identity provider');
    const address = addressOf(event);
    // Cookies are of a host: it must be the one that people come back to.
    if (event.headers.host !== new URL(address).host && query.here === undefined) {
      // Once: a proxy may call us by another name than the browser does.
      return goTo(`${address}${begin}?${new URLSearchParams({ to: query.to ?? '/dashboard', here: '1' })}`);
    }
    try {
      const { url, secret, until } = await signIn.begin(address + callback, query.to);
      return goTo(url, signInCookie(event, secret, until));
    } catch (error) {
      return turnedAway(event, error);
    }
  },
  finishSignIn: async (_, event) => {
    if (!signIn) throw new NotFoundError('identity provider');
    const returnedTo = new URL(`${addressOf(event)}${callback}?${event.rawQueryString}`);
    try {
      const came = await signIn.finish(signInCookieOf(event), returnedTo);
      if ('choice' in came) return asked(event, came.choice);
      const { secret, session, path } = came;
      await audit.add(session.project_id, entryOf(session, identityRoutes.finishSignIn, secret, null));
      const cookie = sessionCookie(event, secret, new Date(session.until));
      return goTo(path, cookie, signInCookie(event, '', noCookie));
    } catch (error) {
      return turnedAway(event, error);
    }
  },
  listPeople: async ({ caller }) => (await members.list(caller.project_id)).map(presentPerson),
  admitPerson: ({ caller, body }) => members.admit(caller.project_id, body).then(presentPerson),
  updatePerson: ({ caller, body: { email, role } }) =>
    members.setRole(caller.project_id, email, role).then(presentPerson),
  removePerson: ({ caller, query }) => members.remove(caller.project_id, query.email),
  listSessions: async ({ caller }, event) => {
    const own = sessionName(cookieOf(event));
    return (await members.signedIn(caller.project_id)).map((one) => presentOpenSession(one, own));
  },
  endSessions: ({ caller, query: { email, session = '' } }) =>
    members.signOut(caller.project_id, email === undefined ? { session } : { email }),
});

const { method, path } = ssoRoutes.signOn;

export const handler: typeof ofDashboard = async (event, context) => {
  if (event.routeKey !== `${method} ${path}`) return ofDashboard(event, context);
  const { signOnHandler } = await import('../wiring/single-sign-on.ts');
  return signOnHandler(event, context);
};
