import { openMasterKey } from '#adapters/master-key.ts';
import { openTable } from '#adapters/table.ts';
import { presentPerson } from '../../lib/api/present-person.ts';
import { identityRoutes } from '../../lib/api/routes/dashboard/identity.ts';
import { NotFoundError } from '../../lib/domain/errors.ts';
import { openIdProvider } from '../../lib/identity/openid.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { environment, publicAddress } from '../../lib/process/environment.ts';
import { identityProvider } from '../../lib/process/identity.ts';
import { log } from '../../lib/process/log.ts';
import { auditRepository } from '../../lib/storage/audit.ts';
import { pendingSignIns, personRepository, providerSecretRepository } from '../../lib/storage/people.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { sessionRepository } from '../../lib/storage/sessions.ts';
import { createOpenIdSignIn, NotAdmittedError } from '../../lib/usecases/access/openid-sign-in.ts';
import { createPeople } from '../../lib/usecases/access/people.ts';
import { Reply } from '../middleware/answers.ts';
import { auditedTable, entryOf } from '../middleware/audit.ts';
import { sessionCookie, signInCookie, signInCookieOf } from '../middleware/cookie.ts';
import { grouped } from '../middleware/grouped.ts';
import type { HttpEvent } from '../middleware/middleware.ts';

const table = auditedTable(openTable());
const audit = auditRepository(table);
const { openId, groups, groupsProject, baseUrl } = environment(identityProvider, publicAddress);
const projects = projectRepository(table);
const people = personRepository(table);
const secrets = providerSecretRepository(table);
const ports = { projects, people, apiKeys: apiKeyRepository(table), clock: systemClock };

const secretOf = async (clientId: string): Promise<string | undefined> => {
  const found = await secrets.find(clientId);
  return found && envelopeSecretBox({ masterKey: openMasterKey(), table }).open(found.project_id, found.secret_sealed);
};

const signIn =
  openId &&
  createOpenIdSignIn({
    ...{ ...ports, groups, groupsProject },
    provider: openIdProvider({ ...openId, secret: () => secretOf(openId.client_id) }),
    pending: pendingSignIns(table),
    sessions: sessionRepository(table),
  });
const { admit, list, remove } = createPeople(ports);

const [begin, callback] = [identityRoutes.beginSignIn.path, identityRoutes.finishSignIn.path];
const addressOf = ({ requestContext }: HttpEvent): string => baseUrl(requestContext.domainName);
const noCookie = new Date(0);

const goTo = (location: string, ...cookies: string[]): Reply =>
  new Reply({ statusCode: 302, headers: { location, 'cache-control': 'no-store' }, cookies, body: '' });

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

export const handler = grouped(identityRoutes, table, {
  beginSignIn: async ({ query }, event) => {
    if (!signIn) throw new NotFoundError('identity provider');
    const address = addressOf(event);
    // Cookies are of a host: it must be the one that people come back to.
    if (event.headers.host !== new URL(address).host) return goTo(`${address}${begin}?${event.rawQueryString}`);
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
      const { secret, session, path } = await signIn.finish(signInCookieOf(event), returnedTo);
      await audit.add(session.project_id, entryOf(session, identityRoutes.finishSignIn, secret, null));
      const cookie = sessionCookie(event, secret, new Date(session.until));
      return goTo(path, cookie, signInCookie(event, '', noCookie));
    } catch (error) {
      return turnedAway(event, error);
    }
  },
  listPeople: async ({ caller }) => (await list(caller.project_id)).map(presentPerson),
  admitPerson: async ({ caller, body }) => presentPerson(await admit(caller.project_id, body)),
  removePerson: ({ caller, query }) => remove(caller.project_id, query.email),
});
