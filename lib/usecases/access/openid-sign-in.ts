import {
  admissionOf,
  emailOf,
  type Identity,
  type Person,
  type Refusal,
  type RoleGroups,
} from '../../domain/access/people.ts';
import type { Role } from '../../domain/access/roles.ts';
import type { Clock } from '../../ports/clock.ts';
import { type IdentityProvider, ProviderUnavailableError, SignInRefusedError } from '../../ports/identity-provider.ts';
import type { Write } from '../../ports/table.ts';
import { newSecret } from '../../process/secrets.ts';
import { attempt } from '../../storage/attempt.ts';
import type { PendingSignIn, PendingSignIns, PersonRepository } from '../../storage/people.ts';
import type { ApiKeyRepository, ProjectRepository } from '../../storage/projects.ts';
import type { Session, SessionRepository } from '../../storage/sessions.ts';

export interface OpenIdSignInPorts {
  readonly provider: IdentityProvider;
  readonly pending: PendingSignIns;
  readonly people: Pick<PersonRepository, 'of' | 'bind' | 'mustBe'>;
  readonly sessions: Pick<SessionRepository, 'start'>;
  readonly projects: Pick<ProjectRepository, 'ids' | 'get'>;
  readonly apiKeys: Pick<ApiKeyRepository, 'list'>;
  readonly clock: Clock;
  readonly groups: RoleGroups;
  /** Where groups are let in to; the only project that there is where nothing is said. */
  readonly groupsProject: string | undefined;
}

/** A project that somebody may come to, and as whom. */
interface Way extends Pick<Person, 'project_id' | 'name' | 'role'> {
  /** Whom its owners have let in; undefined for whoever comes by a group. */
  readonly person: Person | undefined;
}

/** What somebody who may come to several projects is asked; their browser keeps the secret until they answer. */
export interface Choice {
  readonly secret: string;
  readonly until: Date;
  /** What the page that asks them knows. */
  readonly state: string;
  readonly projects: readonly { readonly id: string; readonly name: string; readonly role: Role }[];
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

  const projectOfGroups = async (): Promise<string | undefined> => {
    if (ports.groupsProject !== undefined) return ports.groupsProject;
    const [only, ...others] = await projects.ids();
    return others.length > 0 ? undefined : only;
  };

  /** Which projects somebody may come to, each once: what its owners say of them comes before what their group says. */
  const waysOf = async (identity: Identity): Promise<readonly Way[]> => {
    const known = identity.email === undefined ? [] : await people.of(emailOf(identity.email));
    const admission = admissionOf(identity, known, ports.groups);
    if ('refusal' in admission) throw new NotAdmittedError(admission.refusal);
    const { invited, byGroup } = admission;
    const ways = invited.map((person): Way => ({ ...person, person }));
    const project_id = byGroup && (await projectOfGroups());
    if (byGroup && project_id !== undefined && ways.every((way) => way.project_id !== project_id))
      ways.push({ ...byGroup, project_id, person: undefined });
    if (ways.length === 0) throw new NotAdmittedError('no_project');
    return ways;
  };

  /** The one way that there is, or that was chosen; undefined where that is still to be asked. */
  const wayOf = (begun: PendingSignIn, ways: readonly Way[], { searchParams }: URL): Way | undefined => {
    if (!begun.identity) return ways.length > 1 ? undefined : ways[0];
    // The page that asks was loaded again: it has the address that the provider led to.
    if (!searchParams.has('project')) return undefined;
    // Only our own page knows the state: no other one chooses for whoever is asked.
    if (searchParams.get('state') !== begun.state) throw new NotAdmittedError('failed');
    const way = ways.find(({ project_id }) => project_id === searchParams.get('project'));
    if (!way) throw new NotAdmittedError('not_invited');
    return way;
  };

  /** Keeps who came back until they have chosen, in the browser that has the secret. */
  const choiceOf = async (begun: PendingSignIn, identity: Identity, ways: readonly Way[]): Promise<Choice> => {
    const [secret, state, until] = [newSecret(), newSecret(), inMs(pendingMs)];
    await pending.create(secret, { ...begun, state, identity }, until);
    const named = await Promise.all(
      ways.map(async ({ project_id: id, role }) => ({ id, role, name: (await projects.get(id))?.name ?? id })),
    );
    return { secret, state, until, projects: named };
  };

  /** The session, and what must hold still when it is written: that nobody has removed them meanwhile. */
  const sessionOf = async (
    identity: Identity,
    { project_id, name, role, person }: Way,
  ): Promise<{ readonly session: Session; readonly must: readonly Write[] }> => {
    if (person && !(await people.bind(person, identity.subject))) throw new NotAdmittedError('another_person');
    const [key] = await apiKeys.list(project_id);
    if (!key) throw new NotAdmittedError('no_project');
    const session = {
      ...{ project_id, name, role, cursor_secret: key.cursor_secret, subject: identity.subject },
      ...{ started_at: clock.now().toISOString(), until: inMs(sessionMs).toISOString() },
      ...(identity.email !== undefined && identity.is_email_verified && { email: emailOf(identity.email) }),
    };
    return { session, must: person ? [await people.mustBe(person)] : [] };
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
     * A session for whoever came back to an address, in the browser that has the secret; the choice where several
     * projects let them in, who come back once more with it.
     * @throws NotAdmittedError for everybody who is not let in, with the reason
     */
    async finish(secret: string | undefined, returnedTo: URL) {
      const begun = secret === undefined ? undefined : await pending.take(secret);
      if (!begun) throw new NotAdmittedError('expired');
      const identity = begun.identity ?? (await asked(provider.identityAt(returnedTo, begun)));
      const ways = await waysOf(identity);
      const way = wayOf(begun, ways, returnedTo);
      if (!way) return { choice: await choiceOf(begun, identity, ways) };
      const { session, must } = await sessionOf(identity, way);
      const sessionSecret = newSecret();
      if (!(await attempt(sessions.start(sessionSecret, session, ...must))).isDone)
        throw new NotAdmittedError('not_invited');
      return { secret: sessionSecret, session, path: begun.path };
    },
  };
};
