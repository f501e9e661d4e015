/** Ends who is signed in, and the links that let others in, with all that goes back to them. */
import { operator } from '../../domain/access/audit.ts';
import type { Invitation, OpenSession, Origin } from '../../domain/access/origin.ts';
import type { Role } from '../../domain/access/roles.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { OpenInvitations, OpenSessions } from '../../storage/sessions.ts';
import type { ListPorts } from '../list-page.ts';

/** What cannot be read is left as it is, and told of: it keeps nobody from ending the rest. */
export interface EndPorts extends ListPorts {
  readonly sessions: OpenSessions;
  readonly invitations: OpenInvitations;
}

/** What is ended: of those who are signed in, and of the links that nobody has used yet. */
interface Meant {
  readonly session: (one: OpenSession) => boolean;
  readonly link: (one: Invitation) => boolean;
}

/**
 * Ends what is meant, and answers how much that was. A link may be used meanwhile, and a session make another one: so links
 * come first, of which no session is made then, and it is done over until there is nothing left.
 */
const createEnd =
  ({ sessions, invitations, onUnreadable }: EndPorts) =>
  async (project_id: string, meant: Meant): Promise<number> => {
    let count = 0;
    for (;;) {
      const links = await invitations.end(project_id, meant.link, onUnreadable);
      const ended = links + (await sessions.end(project_id, meant.session, onUnreadable));
      if (ended === 0) return count;
      count += ended;
    }
  };

/**
 * Ends the sessions of somebody, but for those of the role that they have now; and what goes back to links that they made,
 * unless they may make some.
 */
export const createEndPerson = (ports: EndPorts) => {
  const end = createEnd(ports);
  return (project_id: string, email: string, role?: Role): Promise<number> => {
    const goesBack = (origin: Origin | undefined): boolean => role !== 'owner' && origin?.email === email;
    return end(project_id, {
      session: (one) => (one.email === email && one.role !== role) || goesBack(one.origin),
      link: (one) => goesBack(one.origin),
    });
  };
};

/**
 * Ends a session, what goes back to links that were made in it, and the other ways in of whoever it is of: what goes back to
 * their address; and where no address leads here, links of sessions that do and are no more, as one may be of their own.
 */
export const createEndSession = (ports: EndPorts) => {
  const { sessions, invitations, onUnreadable } = ports;
  const end = createEnd(ports);
  return async (project_id: string, session: string): Promise<number> => {
    const open = await sessions.list(project_id, onUnreadable);
    const { email = null, origin } = open.find((one) => one.session === session) ?? {};
    const gone = new Set(origin?.email === null ? origin.sessions : []);
    for (const one of [operator, ...open]) gone.delete(one.session);
    const goesBack = (to: Origin | undefined): boolean =>
      to !== undefined && (to.sessions.includes(session) || (email !== null && to.email === email));
    const link = (one: Invitation): boolean => goesBack(one.origin) || gone.has(one.made_by_session);
    // One that is used before it is ended is not among the links any more, but its session is to end as well.
    const links = await invitations.list(project_id, onUnreadable);
    const waiting = new Set(links.filter(link).map((one) => one.invitation));
    return end(project_id, {
      session: (one) =>
        one.session === session ||
        goesBack(one.origin) ||
        (one.origin !== undefined && waiting.has(one.origin.invitation)),
      link,
    });
  };
};

/** Has a link let nobody in. Whoever has come by it meanwhile is signed out. */
export const createWithdraw = (ports: EndPorts) => {
  const { sessions, invitations, onUnreadable } = ports;
  const endSession = createEndSession(ports);
  /** @throws NotFoundError for a link that there is not */
  return async (project_id: string, invitation: string): Promise<void> => {
    let count = await invitations.end(project_id, (one) => one.invitation === invitation, onUnreadable);
    for (const { session, origin } of await sessions.list(project_id, onUnreadable))
      if (origin?.invitation === invitation) count += await endSession(project_id, session);
    if (count === 0) throw new NotFoundError('invitation');
  };
};
