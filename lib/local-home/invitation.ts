import { openTable } from '#adapters/table.ts';
import { systemClock } from '../ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../storage/projects.ts';
import { openInvitations, type Ticket, ticketRepository } from '../storage/sessions.ts';
import { createSignIn, signInPath } from '../usecases/access/sign-in.ts';

/** The path that signs somebody in, once. */
export const invitationPath = async (ticket: Ticket): Promise<string> => {
  const table = openTable();
  const { invite } = createSignIn({
    tickets: ticketRepository(table),
    invitations: openInvitations(table),
    projects: projectRepository(table),
    apiKeys: apiKeyRepository(table),
    clock: systemClock,
  });
  return signInPath(await invite(ticket));
};
