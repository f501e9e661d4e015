import * as z from 'zod';
import { type Role, roles } from '../domain/access/roles.ts';
import type { Table, Write } from '../ports/table.ts';
import { hashOfSecret } from '../process/secrets.ts';
import { attempt } from './attempt.ts';
import { expiring, type Fields, itemKind } from './item-kind.ts';
import { openSessionKey, openSessionPrefix, sessionKey, ticketKey } from './keys.ts';

/** Who may sign in to the dashboard of a project, once, and as what. */
export interface Ticket {
  readonly project_id: string;
  /** Of the person, as it is shown. */
  readonly name: string;
  readonly role: Role;
}

/** Somebody who is signed in, with what a request needs to know of their project. */
export interface Session extends Ticket {
  /** As of the project's keys. */
  readonly cursor_secret: string;
  /** ISO 8601. Afterwards it opens nothing. */
  readonly until: string;
  /**
   * Absent on sessions of a time when it was not noted, until they are used again: then they are in the list too, and
   * this is that moment.
   */
  readonly started_at?: string;
  /** By which address they came, where an identity provider has vouched for it. */
  readonly email?: string;
}

/** That somebody is signed in to a project, for its owners: nothing of it opens anything. */
export interface OpenSession {
  /** What the audit calls it. */
  readonly session: string;
  readonly name: string;
  readonly role: Role;
  readonly email: string | null;
  readonly started_at: string;
  readonly until: string;
}

const ticket = { project_id: z.string(), name: z.string(), role: z.enum(roles) };
const ticketItems = itemKind<Ticket>('ticket', () => z.object(ticket satisfies Fields<Ticket>));
const sessionItems = itemKind<Session>('session', () =>
  z.object({
    ...{ ...ticket, cursor_secret: z.string(), until: z.string() },
    ...{ started_at: z.string().exactOptional(), email: z.string().exactOptional() },
  } satisfies Fields<Session>),
);
const openItems = itemKind<OpenSession>('open_session', () =>
  z.object({
    ...{ session: z.string(), name: z.string(), role: z.enum(roles), email: z.string().nullable() },
    ...{ started_at: z.string(), until: z.string() },
  } satisfies Fields<OpenSession>),
);

/** What tells sessions apart, of people of one name too; it opens nothing. */
export const sessionName = (secret = ''): string => hashOfSecret(secret).slice(0, 8);

const expiry = ({ until }: Session) => expiring(new Date(until));

/** That a session is in its project's list. */
const listing = (secret: string, session: Session, started_at: string): Write => {
  const { project_id, name, role, email = null, until } = session;
  const open = { session: sessionName(secret), name, role, email, started_at, until };
  return { put: openItems.itemOf(openSessionKey(project_id, hashOfSecret(secret)), open, expiry(session)) };
};

/** A new session, and that it is in its project's list: both or neither. */
const writesOf = (secret: string, session: Session): readonly Write[] => {
  const item = sessionItems.itemOf(sessionKey(hashOfSecret(secret)), session, expiry(session));
  const start: Write = { put: item, when: { exists: false } };
  return session.started_at === undefined ? [start] : [start, listing(secret, session, session.started_at)];
};

/** Sessions of people, each found by a secret of which only the hash is stored. */
export const sessionRepository = (table: Pick<Table, 'get' | 'write'>) => {
  const find = async (secret: string): Promise<Session | undefined> => {
    const item = await table.get(sessionKey(hashOfSecret(secret)));
    return item && sessionItems.recordOf(item);
  };
  return {
    /** The session as last written: one that was ended opens nothing any more. */
    find,
    /** @throws ConditionFailedError when something else does not hold that must: then there is none */
    async start(secret: string, session: Session, ...must: readonly Write[]): Promise<void> {
      await table.write(...writesOf(secret, session), ...must);
    },
    /** Puts a session of a time without a list into it, unless it has ended meanwhile. Safe to repeat. */
    async enlist(secret: string, session: Session, seen_at: Date): Promise<void> {
      if (session.started_at !== undefined) return;
      const started_at = seen_at.toISOString();
      const noted: Write = { update: sessionKey(hashOfSecret(secret)), set: { started_at }, when: { exists: true } };
      await attempt(table.write(noted, listing(secret, session, started_at)));
    },
    /** Ends the session that a secret opens, if there is one. Safe to repeat. */
    async end(secret: string): Promise<void> {
      const session = await find(secret);
      if (!session) return;
      const hash = hashOfSecret(secret);
      await table.write({ delete: sessionKey(hash) }, { delete: openSessionKey(session.project_id, hash) });
    },
  };
};
export type SessionRepository = ReturnType<typeof sessionRepository>;

/** What sessions are made of: each ticket is good for one. */
export const ticketRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  async create(secret: string, ticket: Ticket, until: Date): Promise<void> {
    const put = ticketItems.itemOf(ticketKey(hashOfSecret(secret)), ticket, expiring(until));
    await table.write({ put, when: { exists: false } });
  },
  async find(secret: string): Promise<Ticket | undefined> {
    const item = await table.get(ticketKey(hashOfSecret(secret)));
    return item && ticketItems.recordOf(item);
  },
  /**
   * Takes a ticket for a session, both or neither.
   * @throws ConditionFailedError for a ticket that was taken already
   */
  async redeem(ticketSecret: string, sessionSecret: string, session: Session): Promise<void> {
    await table.write(
      { delete: ticketKey(hashOfSecret(ticketSecret)), when: { exists: true } },
      ...writesOf(sessionSecret, session),
    );
  },
});
export type TicketRepository = ReturnType<typeof ticketRepository>;

/** Who is signed in to a project. What is ended opens nothing from the next request on. */
export const openSessions = (table: Pick<Table, 'query' | 'write'>) => {
  const itemsOf = (projectId: string) =>
    table.query({ partition: openSessionKey(projectId, '').pk, prefix: openSessionPrefix });
  return {
    /** Newest first. */
    async list(projectId: string): Promise<OpenSession[]> {
      const all = (await itemsOf(projectId)).map(openItems.recordOf);
      return all.sort((a, b) => b.started_at.localeCompare(a.started_at));
    },
    /** Answers how many there were. Safe to repeat. */
    async end(projectId: string, isMeant: (one: OpenSession) => boolean): Promise<number> {
      const meant = (await itemsOf(projectId)).filter((item) => isMeant(openItems.recordOf(item)));
      for (const { pk, sk } of meant)
        await table.write({ delete: sessionKey(sk.slice(openSessionPrefix.length)) }, { delete: { pk, sk } });
      return meant.length;
    },
  };
};
export type OpenSessions = ReturnType<typeof openSessions>;
