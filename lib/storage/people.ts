/** Who is let in to the dashboard by an identity provider, and who is on the way. */
import * as z from 'zod';
import type { Identity, Person } from '../domain/access/people.ts';
import { type Role, roles } from '../domain/access/roles.ts';
import type { SignInChecks } from '../ports/identity-provider.ts';
import type { Item, Key, Table, Write } from '../ports/table.ts';
import { hashOfSecret } from '../process/secrets.ts';
import { attempt } from './attempt.ts';
import { expiring, type Fields, itemKind } from './item-kind.ts';
import { formerPersonKey, personKey, personPartition, providerSecretKey, signInKey } from './keys.ts';
import { itemsIn, type List, listedIn } from './listings.ts';
import { type OnUnreadable, recordsOf } from './readable.ts';

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

const latestFirst = <T extends Item | Person>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => String(b.created_at).localeCompare(String(a.created_at)));

/** Of two of one person the one that counts, in the order that they have. */
const onceEach = (all: readonly Person[]): Person[] => {
  const idOf = ({ project_id, email }: Person): string => `${project_id} ${email}`;
  const items = Map.groupBy(latestFirst(all), idOf);
  return all.filter((person) => items.get(idOf(person))?.[0] === person);
};

/** People by project and address: what one project knows of an address is nothing to another. */
export const personRepository = (table: Pick<Table, 'get' | 'query' | 'write' | 'getMany'>) => {
  /**
   * The items of somebody: the one that counts, and whatever else there is. Two there are where one of the former key came out
   * of a backup, or where the program before this one let them in after a step back: whoever was let in last is meant.
   */
  const itemsOf = async (projectId: string, email: string): Promise<readonly Item[]> => {
    const items = await table.getMany([personKey(projectId, email), formerPersonKey(email)]);
    return latestFirst(items.filter(({ project_id }) => project_id === projectId));
  };
  /** Where a project keeps somebody. */
  const keyOf = async (projectId: string, email: string): Promise<Key> => {
    const [item] = await itemsOf(projectId, email);
    return item ? { pk: item.pk, sk: item.sk } : personKey(projectId, email);
  };
  const find = async (projectId: string, email: string): Promise<Person | undefined> => {
    const [item] = await itemsOf(projectId, email);
    return item && personItems.recordOf(item);
  };

  return {
    find,
    /** Lets somebody in, anew where they are known. Answers false where what must hold does not. */
    async put(person: Person, ...must: readonly Write[]): Promise<boolean> {
      const { project_id, email } = person;
      const list = listedIn({ ...peopleOf(project_id), position: email });
      const put = personItems.itemOf(personKey(project_id, email), person, list);
      const isFormer = (await itemsOf(project_id, email)).some(({ sk }) => sk === formerPersonKey(email).sk);
      const moved = isFormer ? [{ delete: formerPersonKey(email), when: { equals: { project_id } } }] : [];
      return (await attempt(table.write({ put }, ...moved, ...must))).isDone;
    },
    /** Whom projects let in by an address, one for each project. */
    async of(email: string): Promise<Person[]> {
      return onceEach((await table.query({ partition: personPartition(email) })).map(personItems.recordOf));
    },
    /** Gives somebody another role, as long as what must hold does. Answers false where it does not, or they are let in anew. */
    async setRole({ email, project_id, created_at }: Person, role: Role, ...must: readonly Write[]): Promise<boolean> {
      const update = await keyOf(project_id, email);
      const write = { update, set: { role }, when: { equals: { project_id, created_at } } };
      return (await attempt(table.write(write, ...must))).isDone;
    },
    /** Notes who came by an address first. Answers false when that was somebody else. */
    async bind({ email, project_id, created_at }: Person, subject: string): Promise<boolean> {
      const update = await keyOf(project_id, email);
      // Whoever was invited anew meanwhile is another person.
      const first = { update, set: { subject }, when: { equals: { created_at, subject: null } } };
      if ((await attempt(table.write(first))).isDone) return true;
      return (await find(project_id, email))?.subject === subject;
    },
    /** That somebody is still let in, as which role: for what is written besides. */
    async mustBe({ email, project_id, created_at, role }: Person): Promise<Write> {
      return { check: await keyOf(project_id, email), when: { equals: { project_id, created_at, role } } };
    },
    /** All whom a project lets in, by their addresses; those who cannot be read by `readable`'s rule. */
    async list(projectId: string, onUnreadable?: OnUnreadable): Promise<Person[]> {
      return onceEach(recordsOf(await itemsIn(table, peopleOf(projectId)), personItems.recordOf, onUnreadable));
    },
    /** Answers false where the project has let nobody in by that address, or what must hold does not. */
    async remove(project_id: string, email: string, ...must: readonly Write[]): Promise<boolean> {
      const [meant, ...others] = await itemsOf(project_id, email);
      if (!meant) return false;
      const gone = [meant, ...others].map(({ pk, sk }) => ({ delete: { pk, sk }, when: { equals: { project_id } } }));
      return (await attempt(table.write(...gone, ...must))).isDone;
    },
  };
};
export type PersonRepository = ReturnType<typeof personRepository>;

/** Somebody who was sent to the provider, and is not in yet. */
export interface PendingSignIn extends SignInChecks {
  /** The path of the dashboard that they wanted to see. */
  readonly path: string;
  /** Who came back, and is asked now to which of several projects they want. */
  readonly identity?: Identity;
}

const signInItems = itemKind<PendingSignIn>('sign_in', () =>
  z.object({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    path: z.string(),
    identity: z
      .object({
        ...{ subject: z.string(), name: z.string().exactOptional(), email: z.string().exactOptional() },
        ...{ is_email_verified: z.boolean(), groups: z.array(z.string()) },
      } satisfies Fields<Identity>)
      .exactOptional(),
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
