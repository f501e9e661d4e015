import { emailOf, LastOwnerError, type Person } from '../../domain/access/people.ts';
import type { Role } from '../../domain/access/roles.ts';
import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Write } from '../../ports/table.ts';
import type { PersonRepository, ProviderSecretRepository } from '../../storage/people.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import { createEndPerson, createEndSession, type EndPorts } from './end-sessions.ts';
import { createGetProject } from './get-project.ts';

export interface PeoplePorts extends EndPorts {
  readonly people: PersonRepository;
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly clock: Clock;
}

export interface Admitted {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

/** Whom a project lets in by an identity provider, known by their addresses. */
export const createPeople = ({ people, projects, clock, ...open }: PeoplePorts) => {
  const endPerson = createEndPerson(open);

  return {
    /**
     * Lets somebody in from now on; anew where they are known, also as another role, or by another account. Whoever came by
     * the address before is signed out.
     * @throws NotFoundError for a project that there is not
     * @throws LastOwnerError where what must hold does not: that there is another owner
     */
    async admit(
      project_id: string,
      { email: given, name, role }: Admitted,
      ...must: readonly Write[]
    ): Promise<Person> {
      await createGetProject({ projects })(project_id);
      const email = emailOf(given);
      const person = { email, project_id, name, role, subject: null, created_at: clock.now().toISOString() };
      if (!(await people.put(person, ...must)))
        throw new LastOwnerError((await people.find(project_id, email))?.name ?? name);
      await endPerson(project_id, email);
      return person;
    },
    list: (projectId: string): Promise<Person[]> => people.list(projectId, open.onUnreadable),
    /**
     * Lets somebody in no more, and signs them out; safe to repeat when it broke off.
     * @throws NotFoundError for somebody who is not let in
     */
    async remove(projectId: string, given: string, ...must: readonly Write[]): Promise<void> {
      const email = emailOf(given);
      const isRemoved = await people.remove(projectId, email, ...must);
      // Whoever is not let in is not signed in either: whoever removed them before may have come no further than that.
      if (isRemoved || !(await people.find(projectId, email))) await endPerson(projectId, email);
      if (!isRemoved) throw new NotFoundError(`person: ${email}`);
    },
  };
};

/** Which sessions somebody means: all of a person's, or one. */
export type SessionsMeant = { readonly email: string } | { readonly session: string };

/** What owners decide among themselves: one of them is always left, also where two remove each other at once. */
export const createMembers = (ports: PeoplePorts) => {
  const { people, sessions, onUnreadable } = ports;
  const { admit, list, remove } = createPeople(ports);
  const [endPerson, endSession] = [createEndPerson(ports), createEndSession(ports)];

  /** That another owner stays, if somebody is one. @throws LastOwnerError where there is no other */
  const another = async (project_id: string, email: string): Promise<readonly Write[]> => {
    const person = await people.find(project_id, email);
    if (person?.role !== 'owner') return [];
    // Somebody who cannot be read is no owner who stays.
    const other = (await list(project_id)).find((one) => one.role === 'owner' && one.email !== email);
    if (!other) throw new LastOwnerError(person.name);
    return [await people.mustBe(other)];
  };
  return {
    list,
    /** As above. @throws LastOwnerError where the last owner would be none any more */
    async admit(project_id: string, given: Admitted): Promise<Person> {
      const must = given.role === 'owner' ? [] : await another(project_id, emailOf(given.email));
      return admit(project_id, given, ...must);
    },
    /**
     * Gives somebody another role, which holds at once: they sign in anew. Safe to repeat when it broke off.
     * @throws NotFoundError for somebody who is not let in, LastOwnerError where the last owner would be none any more
     */
    async setRole(project_id: string, given: string, role: Role): Promise<Person> {
      const email = emailOf(given);
      const person = await people.find(project_id, email);
      if (!person) throw new NotFoundError(`person: ${email}`);
      if (person.role !== role) {
        const must = role === 'owner' ? [] : await another(project_id, email);
        if (!(await people.setRole(person, role, ...must))) throw new NotFoundError(`person: ${email}`);
      }
      await endPerson(project_id, email, role);
      return { ...person, role };
    },
    /** @throws NotFoundError for somebody who is not let in, LastOwnerError for the last owner */
    async remove(project_id: string, email: string): Promise<void> {
      await remove(project_id, email, ...(await another(project_id, emailOf(email))));
    },
    signedIn: (project_id: string) => sessions.list(project_id, onUnreadable),
    /** Their next request is refused, and what they invited others by. @throws NotFoundError where nothing is there to end */
    async signOut(project_id: string, meant: SessionsMeant): Promise<void> {
      const count =
        'email' in meant
          ? await endPerson(project_id, emailOf(meant.email))
          : await endSession(project_id, meant.session);
      if (count === 0) throw new NotFoundError('session');
    },
  };
};

export interface SetClientSecretPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly secrets: Pick<ProviderSecretRepository, 'put'>;
  readonly secretBox: Pick<SecretBox, 'seal'>;
}

/**
 * Enters the secret by which the identity provider knows this service, sealed with the key of a project.
 * @throws NotFoundError for a project that there is not, ValidationError for what can be no secret
 */
export const createSetClientSecret =
  ({ projects, secrets, secretBox }: SetClientSecretPorts) =>
  async (project_id: string, clientId: string, given: string): Promise<void> => {
    await createGetProject({ projects })(project_id);
    const secret = given.trim();
    if (!/^[\x21-\x7e]{1,1024}$/.test(secret)) throw new ValidationError({ secret: ['must be text without blanks'] });
    await secrets.put(clientId, { project_id, secret_sealed: await secretBox.seal(project_id, secret) });
  };
