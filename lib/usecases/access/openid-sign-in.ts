import { admissionOf, emailOf, type Identity, type Refusal, type RoleGroups } from '../../domain/access/people.ts';
import type { Clock } from '../../ports/clock.ts';
import { type IdentityProvider, ProviderUnavailableError, SignInRefusedError } from '../../ports/identity-provider.ts';
import type { Write } from '../../ports/table.ts';
import { newSecret } from '../../process/secrets.ts';
import { attempt } from '../../storage/attempt.ts';
import { mustBe, type PendingSignIns, type PersonRepository } from '../../storage/people.ts';
import type { ApiKeyRepository, ProjectRepository } from '../../storage/projects.ts';
import type { Session, SessionRepository } from '../../storage/sessions.ts';

export interface OpenIdSignInPorts {
  readonly provider: IdentityProvider;
  readonly pending: PendingSignIns;
  readonly people: Pick<PersonRepository, 'find' | 'bind'>;
  readonly sessions: Pick<SessionRepository, 'start'>;
  readonly projects: Pick<ProjectRepository, 'ids' | 'get'>;
  readonly apiKeys: Pick<ApiKeyRepository, 'list'>;
  readonly clock: Clock;
  readonly groups: RoleGroups;
  /** Where groups are let in to; the only project that there is where nothing is said. */
  readonly groupsProject: string | undefined;
}

const pendingMs = 10 * 60_000;
/** Whoever is removed at the provider is out by then. */
const sessionMs = 12 * 3_600_000;

/** Why somebody did not come in. */
export class NotAdmittedError extends Error {
  override readonly name = 'NotAdmittedError';
  readonly refusal: Refusal;
  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(`not let in: ${refusal}`, options);
    this.refusal = refusal;
  }
}

/** The path of the dashboard in what an address asks for; its beginning for anything else, whatever it looks like. */
export const dashboardPath = (asked: string | undefined): string => {
  const base = 'https://dashboard.invalid';
  const url = asked === undefined ? null : URL.parse(asked, base);
  const isOurs = url?.origin === base && (url.pathname === '/dashboard' || url.pathname.startsWith('/dashboard/'));
  // The page calls its first one /dashboard/, which no route is.
  return isOurs ? url.pathname.replace(/\/$/, '') + url.search : '/dashboard';
};

/** How people come to the dashboard by an identity provider: code flow with PKCE, all of it between servers. */
export const createOpenIdSignIn = (ports: OpenIdSignInPorts) => {
  const { provider, pending, people, sessions, projects, apiKeys, clock } = ports;
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  const refusalOf = (error: unknown): Refusal | undefined => {
    if (error instanceof ProviderUnavailableError) return 'unreachable';
    if (error instanceof SignInRefusedError) return error.isByProvider ? 'refused' : 'failed';
    return undefined;
  };
  /** @throws NotAdmittedError for what goes wrong with the provider */
  const asked = async <T>(asking: Promise<T>): Promise<T> => {
    try {
      return await asking;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) throw new NotAdmittedError(refusal, { cause: error });
      throw error;
    }
  };

  const projectOfGroups = async (): Promise<string> => {
    if (ports.groupsProject !== undefined) return ports.groupsProject;
    const [only, ...others] = await projects.ids();
    if (!only || others.length > 0) throw new NotAdmittedError('no_project');
    return only;
  };

  /** The session, and what must hold still when it is written: that nobody has removed them meanwhile. */
  const sessionOf = async (
    identity: Identity,
  ): Promise<{ readonly session: Session; readonly must: readonly Write[] }> => {
    const invited = identity.email === undefined ? undefined : await people.find(emailOf(identity.email));
    const admission = admissionOf(identity, invited, ports.groups);
    if ('refusal' in admission) throw new NotAdmittedError(admission.refusal);
    const isByInvitation = admission.project_id !== undefined;
    if (invited && isByInvitation && !(await people.bind(invited, identity.subject)))
      throw new NotAdmittedError('another_person');
    const project_id = admission.project_id ?? (await projectOfGroups());
    const [key] = await apiKeys.list(project_id);
    if (!key) throw new NotAdmittedError('no_project');
    const { name, role } = admission;
    const session = {
      ...{ project_id, name, role, cursor_secret: key.cursor_secret },
      ...{ started_at: clock.now().toISOString(), until: inMs(sessionMs).toISOString() },
      ...(identity.email !== undefined && identity.is_email_verified && { email: emailOf(identity.email) }),
    };
    return { session, must: invited && isByInvitation ? [mustBe(invited)] : [] };
  };

  return {
    /**
     * Where to send somebody, and the secret that their browser keeps until they come back.
     * @throws NotAdmittedError when the provider cannot be reached
     */
    async begin(redirectUri: string, path: string | undefined) {
      const [secret, state, nonce, verifier] = [newSecret(), newSecret(), newSecret(), newSecret()];
      const url = await asked(provider.signInUrl(redirectUri, { state, nonce, verifier }));
      const until = inMs(pendingMs);
      await pending.create(secret, { state, nonce, verifier, path: dashboardPath(path) }, until);
      return { url, secret, until };
    },

    /**
     * A session for whoever came back to an address, in the browser that has the secret.
     * @throws NotAdmittedError for everybody who is not let in, with the reason
     */
    async finish(secret: string | undefined, returnedTo: URL) {
      const begun = secret === undefined ? undefined : await pending.take(secret);
      if (!begun) throw new NotAdmittedError('expired');
      const { session, must } = await sessionOf(await asked(provider.identityAt(returnedTo, begun)));
      const sessionSecret = newSecret();
      if (!(await attempt(sessions.start(sessionSecret, session, ...must))).isDone)
        throw new NotAdmittedError('not_invited');
      return { secret: sessionSecret, session, path: begun.path };
    },
  };
};
