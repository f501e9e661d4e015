import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Role, roles } from '../domain/access/roles.ts';
import type { Table } from '../ports/table.ts';
import { type Fields, itemKind } from './item-kind.ts';
import { sessionKey, ticketKey } from './keys.ts';

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
}

const ticket = { project_id: z.string(), name: z.string(), role: z.enum(roles) };
const ticketItems = itemKind<Ticket>('ticket', () => z.object(ticket satisfies Fields<Ticket>));
const sessionItems = itemKind<Session>('session', () =>
  z.object({ ...ticket, cursor_secret: z.string(), until: z.string() } satisfies Fields<Session>),
);

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const secondsOf = (until: Date): number => Math.floor(until.getTime() / 1000);

/** Sessions of people, each found by a secret of which only the hash is stored. */
export const sessionRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  /** The session as last written: one that was ended opens nothing any more. */
  async find(secret: string): Promise<Session | undefined> {
    const item = await table.get(sessionKey(hashOf(secret)));
    return item && sessionItems.recordOf(item);
  },
  async start(secret: string, session: Session): Promise<void> {
    const beside = { expires_at: secondsOf(new Date(session.until)) };
    await table.write({
      put: sessionItems.itemOf(sessionKey(hashOf(secret)), session, beside),
      when: { exists: false },
    });
  },
  /** Safe to repeat. */
  async end(secret: string): Promise<void> {
    await table.write({ delete: sessionKey(hashOf(secret)) });
  },
});
export type SessionRepository = ReturnType<typeof sessionRepository>;

/** What sessions are made of: each ticket is good for one. */
export const ticketRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  async create(secret: string, ticket: Ticket, until: Date): Promise<void> {
    const beside = { expires_at: secondsOf(until) };
    await table.write({ put: ticketItems.itemOf(ticketKey(hashOf(secret)), ticket, beside), when: { exists: false } });
  },
  async find(secret: string): Promise<Ticket | undefined> {
    const item = await table.get(ticketKey(hashOf(secret)));
    return item && ticketItems.recordOf(item);
  },
  /**
   * Takes a ticket for a session, both or neither.
   * @throws ConditionFailedError for a ticket that was taken already
   */
  async redeem(ticketSecret: string, sessionSecret: string, session: Session): Promise<void> {
    const beside = { expires_at: secondsOf(new Date(session.until)) };
    await table.write(
      { delete: ticketKey(hashOf(ticketSecret)), when: { exists: true } },
      { put: sessionItems.itemOf(sessionKey(hashOf(sessionSecret)), session, beside), when: { exists: false } },
    );
  },
});
export type TicketRepository = ReturnType<typeof ticketRepository>;
