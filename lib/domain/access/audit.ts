/** What people did by the dashboard, so that owners can see it. */
import type { Role } from './roles.ts';

export interface AuditEntry {
  readonly at: string;
  /** Who did it, as they are shown, and as what. */
  readonly name: string;
  readonly role: Role;
  /**
   * By which address, and as whom at the identity provider, they came, where it has vouched for them: names are what people
   * call themselves, and sessions are forgotten. Absent for who came by a link, and on entries of a time when it was not noted.
   */
  readonly email?: string;
  readonly subject?: string;
  /** Tells sessions apart, for people may have the same name. It opens nothing. */
  readonly session: string;
  /** What was asked: method and path, as the route table has them, or the command of the operator. */
  readonly act: string;
  /** What it was about: an id, or the name of what was made; null for nothing in particular. */
  readonly about: string | null;
}

/** How long entries are kept. */
export const auditDays = 400;

/** By whom entries are of what was done by the command (npm run admin): whoever may use it may do everything. */
export const operator = { name: 'operator (command line)', role: 'owner', session: 'command line' } as const;
export const commandAct = (command: string): string => `admin ${command}`;
