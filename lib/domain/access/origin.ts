/** Who is signed in, or may be by a link, and whose links led there: ending whoever made one ends what goes back to it. */
import type { Role } from './roles.ts';

/** Where a link, and the session that is made of it, come from. */
export interface Origin {
  /** Who made the link, as they are shown. */
  readonly by: string;
  /** What the link is called in the list of those that nobody has used yet. */
  readonly invitation: string;
  /**
   * In which sessions it was made, and the links that led there: from the first to the one of who made it, as the audit
   * calls them.
   */
  readonly sessions: readonly string[];
  /** The address of whoever made the first of these links; null where an identity provider has vouched for nobody. */
  readonly email: string | null;
}

/** Who makes a link. */
export interface Inviter {
  readonly name: string;
  /** What the audit calls their session. */
  readonly session: string;
  readonly email?: string;
  /** Of a session that was made of a link itself. */
  readonly origin?: Origin;
}

/** No more links lead to one another: what is kept of each stays small. Ending a session ends, still, all that go back to it. */
export const mostLinksBack = 50;

/** Where a link comes from; undefined where too many lead to whoever makes it. */
export const originOf = ({ name, session, email, origin }: Inviter, invitation: string): Origin | undefined => {
  const sessions = [...(origin?.sessions ?? []), session];
  if (sessions.length > mostLinksBack) return undefined;
  return { by: name, invitation, sessions, email: origin ? origin.email : (email ?? null) };
};

/** That somebody is signed in to a project, for its owners: nothing of it opens anything. */
export interface OpenSession {
  /** What the audit calls it. */
  readonly session: string;
  readonly name: string;
  readonly role: Role;
  readonly email: string | null;
  readonly started_at: string;
  readonly until: string;
  readonly origin?: Origin;
}

/** That a ticket is not used yet, for owners: nothing of it opens anything. */
export interface Invitation {
  /** Tells them apart, as sessions are told apart. */
  readonly invitation: string;
  readonly name: string;
  readonly role: Role;
  /** Of whoever made it. */
  readonly made_by: string;
  readonly made_by_session: string;
  readonly made_by_email: string | null;
  readonly made_at: string;
  readonly until: string;
  readonly origin?: Origin;
}
