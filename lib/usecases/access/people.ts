import { emailOf, type Person } from '../../domain/access/people.ts';
import type { Role } from '../../domain/access/roles.ts';
import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { PersonRepository, ProviderSecretRepository } from '../../storage/people.ts';
import type { ProjectRepository } from '../../storage/projects.ts';

export interface PeoplePorts {
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
export const createPeople = ({ people, projects, clock }: PeoplePorts) => ({
  /**
   * Lets somebody in from now on; anew where they are known, also as another role, or by another account.
   * @throws NotFoundError for a project that there is not
   * @throws ValidationError for an address that another project has let in
   */
  async admit(project_id: string, { email: given, name, role }: Admitted): Promise<Person> {
    if (!(await projects.get(project_id))) throw new NotFoundError(`project: ${project_id}`);
    const email = emailOf(given);
    const person = { email, project_id, name, role, subject: null, created_at: clock.now().toISOString() };
    if (!(await people.put(person)))
      throw new ValidationError({ email: ['is let in to another project: have it removed there first'] });
    return person;
  },
  list: (projectId: string): Promise<Person[]> => people.list(projectId),
  /** Whoever is signed in stays so for 12 hours at most. @throws NotFoundError for somebody who is not let in */
  async remove(projectId: string, email: string): Promise<void> {
    if (!(await people.remove(projectId, emailOf(email)))) throw new NotFoundError(`person: ${emailOf(email)}`);
  },
});

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
    if (!(await projects.get(project_id))) throw new NotFoundError(`project: ${project_id}`);
    const secret = given.trim();
    if (!/^[\x21-\x7e]{1,1024}$/.test(secret)) throw new ValidationError({ secret: ['must be text without blanks'] });
    await secrets.put(clientId, { project_id, secret_sealed: await secretBox.seal(project_id, secret) });
  };
