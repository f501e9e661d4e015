import * as z from 'zod';
import type { Invitation, Inviter, OpenSession, Origin } from '../domain/access/origin.ts';
import { type Role, roles } from '../domain/access/roles.ts';
import { type Key, mostWrites, type Table, type Write } from '../ports/table.ts';
import { hashOfSecret } from '../process/secrets.ts';
import { attempt } from './attempt.ts';
import { expiring, type Fields, type ItemKind, itemKind } from './item-kind.ts';
import { invitationKey, invitationPrefix, openSessionKey, openSessionPrefix, sessionKey, ticketKey } from './keys.ts';
import { type OnUnreadable, readable, recordsOf } from './readable.ts';

/** Who may sign in to the dashboard of a project, once, and as what. */
export interface Ticket {
  readonly project_id: string;
  /** Of the person, as it is shown. */
  readonly name: string;
  readonly role: Role;
  /** Absent on those of a time when it was not noted, and where nobody has made a link. */
  readonly origin?: Origin;
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
  /** Who they are to the identity provider that they came by. Absent on sessions of a time when it was not noted. */
  readonly subject?: string;
}

const origin = z
  .object({
    ...{ by: z.string(), invitation: z.string(), sessions: z.array(z.string()), email: z.string().nullable() },
  } satisfies Fields<Origin>)
  .exactOptional();
const ticket = { project_id: z.string(), name: z.string(), role: z.enum(roles), origin };
const ticketItems = itemKind<Ticket>('ticket', () => z.object(ticket satisfies Fields<Ticket>));
const sessionItems = itemKind<Session>('session', () =>
  z.object({
    ...{ ...ticket, cursor_secret: z.string(), until: z.string() },
    ...{ started_at: z.string().exactOptional(), email: z.string().exactOptional() },
    subject: z.string().exactOptional(),
  } satisfies Fields<Session>),
);
const openItems = itemKind<OpenSession>('open_session', () =>
  z.object({
    ...{ session: z.string(), name: z.string(), role: z.enum(roles), email: z.string().nullable() },
    ...{ started_at: z.string(), until: z.string(), origin },
  } satisfies Fields<OpenSession>),
);
const invitationItems = itemKind<Invitation>('invitation', () =>
  z.object({
    ...{ invitation: z.string(), name: z.string(), role: z.enum(roles), made_by: z.string() },
    ...{ made_by_session: z.string(), made_by_email: z.string().nullable(), made_at: z.string(), until: z.string() },
    origin,
  } satisfies Fields<Invitation>),
);

/** What tells sessions apart, of people of one name too; it opens nothing. */
export const sessionName = (secret = ''): string => hashOfSecret(secret).slice(0, 8);

const expiry = ({ until }: Session) => expiring(new Date(until));

/** That a session is in its project's list. */
const listing = (secret: string, session: Session, started_at: string): Write => {
  const { project_id, name, role, email = null, until, origin } = session;
  const open = { session: sessionName(secret), name, role, email, started_at, until, ...(origin && { origin }) };
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
    /** That a session has not ended: for what is written besides. */
    mustBeOpen: (secret: string): Write => ({ check: sessionKey(hashOfSecret(secret)), when: { exists: true } }),
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

/** What sessions are made of: each ticket is good for one. Until then it is an invitation in its project's list. */
export const ticketRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  /** @throws ConditionFailedError when something else does not hold that must: then there is none */
  async create(
    secret: string,
    ticket: Ticket,
    by: Inviter,
    [made, until]: readonly [Date, Date],
    ...must: readonly Write[]
  ): Promise<void> {
    const hash = hashOfSecret(secret);
    const { project_id, name, role, origin } = ticket;
    const invitation: Invitation = {
      ...{ invitation: sessionName(secret), name, role, made_at: made.toISOString(), until: until.toISOString() },
      ...{ made_by: by.name, made_by_session: by.session, made_by_email: by.email ?? null },
      ...(origin && { origin }),
    };
    await table.write(
      { put: ticketItems.itemOf(ticketKey(hash), ticket, expiring(until)), when: { exists: false } },
      { put: invitationItems.itemOf(invitationKey(project_id, hash), invitation, expiring(until)) },
      ...must,
    );
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
    const hash = hashOfSecret(ticketSecret);
    await table.write(
      { delete: ticketKey(hash), when: { exists: true } },
      { delete: invitationKey(session.project_id, hash) },
      ...writesOf(sessionSecret, session),
    );
  },
});
export type TicketRepository = ReturnType<typeof ticketRepository>;

interface OpenList<T extends object> {
  readonly items: ItemKind<T>;
  readonly prefix: string;
  /** Of what is open by a secret. */
  readonly keyOf: (hash: string) => Key;
  readonly atOf: (one: T) => string;
}

/** So many are ended by one write, with room for a note of it. */
const endedAtOnce = mostWrites / 2 - 1;

/** A project's list of what is open by secrets. */
const openList =
  <T extends object>({ items, prefix, keyOf, atOf }: OpenList<T>) =>
  (table: Pick<Table, 'query' | 'write'>) => {
    const itemsOf = (projectId: string) => table.query({ partition: openSessionKey(projectId, '').pk, prefix });
    return {
      /** Newest first; what cannot be read by `readable`'s rule. */
      async list(projectId: string, onUnreadable?: OnUnreadable): Promise<T[]> {
        const all = recordsOf(await itemsOf(projectId), items.recordOf, onUnreadable);
        return all.sort((a, b) => atOf(b).localeCompare(atOf(a)));
      },
      /** Answers how many there were, of those that can be read by `readable`'s rule. Safe to repeat. */
      async end(projectId: string, isMeant: (one: T) => boolean, onUnreadable?: OnUnreadable): Promise<number> {
        const read = readable(items.recordOf, onUnreadable);
        const meant = (await itemsOf(projectId)).filter((item) => {
          const one = read(item);
          return one !== undefined && isMeant(one);
        });
        for (let i = 0; i < meant.length; i += endedAtOnce) {
          const writes = meant
            .slice(i, i + endedAtOnce)
            .flatMap(({ pk, sk }) => [{ delete: keyOf(sk.slice(prefix.length)) }, { delete: { pk, sk } }]);
          await table.write(...writes);
        }
        return meant.length;
      },
    };
  };

/** Who is signed in to a project. What is ended opens nothing from the next request on. */
export const openSessions = openList<OpenSession>({
  ...{ items: openItems, prefix: openSessionPrefix, keyOf: sessionKey },
  atOf: ({ started_at }) => started_at,
});
export type OpenSessions = ReturnType<typeof openSessions>;

/** Who may sign in to a project by a link that nobody has used yet. What is ended lets nobody in. */
export const openInvitations = openList<Invitation>({
  ...{ items: invitationItems, prefix: invitationPrefix, keyOf: ticketKey },
  atOf: ({ made_at }) => made_at,
});
export type OpenInvitations = ReturnType<typeof openInvitations>;
