import { operator } from '../../domain/access/audit.ts';
import { type Invitation, type Inviter, mostLinksBack, originOf } from '../../domain/access/origin.ts';
import { ForbiddenError, InvalidTokenError, NotFoundError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Write } from '../../ports/table.ts';
import { newSecret } from '../../process/secrets.ts';
import { attempt } from '../../storage/attempt.ts';
import type { ApiKeyRepository, ProjectRepository } from '../../storage/projects.ts';
import {
  type OpenInvitations,
  type Session,
  sessionName,
  type Ticket,
  type TicketRepository,
} from '../../storage/sessions.ts';
import { createGetProject } from './get-project.ts';

export interface SignInPorts {
  readonly tickets: TicketRepository;
  readonly invitations: Pick<OpenInvitations, 'list'>;
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly apiKeys: Pick<ApiKeyRepository, 'list'>;
  readonly clock: Clock;
}

const hourMs = 3_600_000;
const ticketMs = 12 * hourMs;
const sessionMs = 7 * 24 * hourMs;

/** So many links that nobody has used yet a project has at most, beside the operator's. */
const mostOpenLinks = 100;

const spent = () => new InvalidTokenError('this link was used already, or is too old: ask for a new one');

/** Where a ticket is used. What follows the # stays in the browser: no server, log or preview ever sees it. */
export const signInPath = (ticketSecret: string): string => `/dashboard#ticket=${ticketSecret}`;

/** How people come to the dashboard: by a link with a ticket, which is good for one session. */
export const createSignIn = ({ tickets, invitations, projects, apiKeys, clock }: SignInPorts) => ({
  /**
   * A ticket for somebody, good once within 12 hours, made by the operator unless it is said by whom.
   * @throws NotFoundError for a project that there is not
   * @throws ForbiddenError when what must hold of whoever makes it does not, and for one link too many
   */
  async invite(ticket: Ticket, by: Inviter = operator, ...must: readonly Write[]): Promise<string> {
    await createGetProject({ projects })(ticket.project_id);
    const [secret, now] = [newSecret(), clock.now()];
    const origin = originOf(by, sessionName(secret));
    if (!origin)
      throw new ForbiddenError(
        `${mostLinksBack} links lead from one to the next to whoever asks for this: come in by another way, and make it then`,
      );
    const counted = ({ made_by_session }: Invitation): boolean => made_by_session !== operator.session;
    if (by !== operator && (await invitations.list(ticket.project_id)).filter(counted).length >= mostOpenLinks)
      throw new ForbiddenError(
        `there are ${mostOpenLinks} links that nobody has used yet: withdraw some, or wait until they are used or too old`,
      );
    const times = [now, new Date(now.getTime() + ticketMs)] as const;
    if (!(await attempt(tickets.create(secret, { ...ticket, origin }, by, times, ...must))).isDone)
      throw new ForbiddenError('whoever asked for this is signed out');
    return secret;
  },

  /**
   * A session of a week, for a ticket.
   * @throws InvalidTokenError for one that was used, is too old, or never was
   */
  async signIn(ticketSecret: string): Promise<{ readonly secret: string; readonly session: Session }> {
    const ticket = await tickets.find(ticketSecret);
    if (!ticket) throw spent();
    const [key] = await apiKeys.list(ticket.project_id);
    if (!key) throw new NotFoundError(`key in this project: ${ticket.project_id}`);
    const now = clock.now();
    const until = new Date(now.getTime() + sessionMs).toISOString();
    const session = { ...ticket, cursor_secret: key.cursor_secret, started_at: now.toISOString(), until };
    const secret = newSecret();
    if (!(await attempt(tickets.redeem(ticketSecret, secret, session))).isDone) throw spent();
    return { secret, session };
  },
});
