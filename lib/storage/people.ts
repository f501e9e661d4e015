/** Who is let in to the dashboard by an identity provider, and who is on the way. */
import * as z from 'zod';
import type { Person } from '../domain/access/people.ts';
import { type Role, roles } from '../domain/access/roles.ts';
import type { SignInChecks } from '../ports/identity-provider.ts';
import type { Condition, Table, Write } from '../ports/table.ts';
import { hashOfSecret } from '../process/secrets.ts';
import { attempt } from './attempt.ts';
import { expiring, type Fields, itemKind } from './item-kind.ts';
import { personKey, providerSecretKey, signInKey } from './keys.ts';
import { itemsIn, type List, listedIn } from './listings.ts';

const personItems = itemKind<Person>('person', () =>
  z.object({
    email: z.string(),
    project_id: z.string(),
    name: z.string(),
    role: z.enum(roles),
    subject: z.string().nullable(),
    created_at: z.string(),
  } satisfies Fields<Person>),
);

const peopleOf = (projectId: string): List => ({ index: 'gsi1', partition: `${projectId}#people` });

/** That somebody is still let in, as which role: for what is written besides. */
export const mustBe = ({ email, project_id, created_at, role }: Person): Write => {
  const when: Condition = { equals: { project_id, created_at, role } };
  return { check: personKey(email), when };
};

export const personRepository = (table: Pick<Table, 'get' | 'query' | 'write' | 'getMany'>) => ({
  /**
   * An address is of one project: that of whoever invites first, until they are removed there. Answers false for others,
   * and where what must hold does not.
   */
  async put(person: Person, ...must: readonly Write[]): Promise<boolean> {
    const item = personItems.itemOf(
      personKey(person.email),
      person,
      listedIn({ ...peopleOf(person.project_id), position: person.email }),
    );
    if ((await attempt(table.write({ put: item, when: { exists: false } }, ...must))).isDone) return true;
    const { project_id } = person;
    return (await attempt(table.write({ put: item, when: { equals: { project_id } } }, ...must))).isDone;
  },
  async find(email: string): Promise<Person | undefined> {
    const item = await table.get(personKey(email));
    return item && personItems.recordOf(item);
  },
  /** Gives somebody another role, as long as what must hold does. Answers false where it does not, or they are let in anew. */
  async setRole({ email, project_id, created_at }: Person, role: Role, ...must: readonly Write[]): Promise<boolean> {
    const write = { update: personKey(email), set: { role }, when: { equals: { project_id, created_at } } };
    return (await attempt(table.write(write, ...must))).isDone;
  },
  /** Notes who came by an address first. Answers false when that was somebody else. */
  async bind({ email, created_at }: Person, subject: string): Promise<boolean> {
    const key = personKey(email);
    const set = { subject };
    // Whoever was invited anew meanwhile is another person.
    const first = { update: key, set, when: { equals: { created_at, subject: null } } };
    if ((await attempt(table.write(first))).isDone) return true;
    const item = await table.get(key);
    return item !== undefined && personItems.recordOf(item).subject === subject;
  },
  /** All whom a project lets in, by their addresses. */
  async list(projectId: string): Promise<Person[]> {
    return (await itemsIn(table, peopleOf(projectId))).map(personItems.recordOf);
  },
  /** Answers false where the project has let nobody in by that address, or what must hold does not. */
  async remove(project_id: string, email: string, ...must: readonly Write[]): Promise<boolean> {
    const write = { delete: personKey(email), when: { equals: { project_id } } };
    return (await attempt(table.write(write, ...must))).isDone;
  },
});
export type PersonRepository = ReturnType<typeof personRepository>;

/** Somebody who was sent to the provider, and has not come back yet. */
export interface PendingSignIn extends SignInChecks {
  /** The path of the dashboard that they wanted to see. */
  readonly path: string;
}

const signInItems = itemKind<PendingSignIn>('sign_in', () =>
  z.object({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    path: z.string(),
  } satisfies Fields<PendingSignIn>),
);

/** Each is found by a secret that one browser keeps in a cookie, and good for one return. */
export const pendingSignIns = (table: Pick<Table, 'get' | 'write'>) => ({
  async create(secret: string, pending: PendingSignIn, until: Date): Promise<void> {
    const item = signInItems.itemOf(signInKey(hashOfSecret(secret)), pending, expiring(until));
    await table.write({ put: item, when: { exists: false } });
  },
  /** What was asked, this once; undefined for one that is too old, was taken already, or never was. */
  async take(secret: string): Promise<PendingSignIn | undefined> {
    const key = signInKey(hashOfSecret(secret));
    const item = await table.get(key);
    if (!item) return undefined;
    const { isDone } = await attempt(table.write({ delete: key, when: { exists: true } }));
    return isDone ? signInItems.recordOf(item) : undefined;
  },
});
export type PendingSignIns = ReturnType<typeof pendingSignIns>;

/** The secret by which the provider knows this service, sealed with the key of a project. */
export interface ProviderSecret {
  readonly project_id: string;
  readonly secret_sealed: string;
}

const secretItems = itemKind<ProviderSecret>('provider_secret', () =>
  z.object({ project_id: z.string(), secret_sealed: z.string() } satisfies Fields<ProviderSecret>),
);

/** By client ids: a secret is of one client. */
export const providerSecretRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  async put(clientId: string, secret: ProviderSecret): Promise<void> {
    await table.write({ put: secretItems.itemOf(providerSecretKey(clientId), secret) });
  },
  async find(clientId: string): Promise<ProviderSecret | undefined> {
    const item = await table.get(providerSecretKey(clientId));
    return item && secretItems.recordOf(item);
  },
});
export type ProviderSecretRepository = ReturnType<typeof providerSecretRepository>;
