/** Tickets by which a browser signs in with an account that this service vouches for. */
import type { SignOn } from '../../domain/meeting/login.ts';
import { ownAddresses, signOnStart } from '../../domain/meeting/single-sign-on.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Table } from '../../ports/table.ts';
import { newSecret } from '../../process/secrets.ts';
import { type SsoProfile, type SsoTicket, ssoTickets } from '../../storage/secrets/single-sign-on.ts';

/** A browser goes there and back at once; a busy machine may take a while to start it. */
const goodForMs = 5 * 60_000;

/** Answers what a browser needs that is to sign in: it holds the ticket itself, which is shown this once. */
export const createSsoTickets =
  ({ table, clock }: { readonly table: Table; readonly clock: Clock }) =>
  async (project_id: string, { domain, base_url }: SsoProfile, of: SsoTicket): Promise<SignOn> => {
    const ticket = newSecret();
    const until = new Date(clock.now().getTime() + goodForMs);
    await ssoTickets(table).create(project_id, ticket, of, until);
    const { sign_in_page: page } = ownAddresses(base_url, project_id);
    return { start: signOnStart(domain), domain, page, ticket };
  };
export type IssueSsoTicket = ReturnType<typeof createSsoTickets>;
