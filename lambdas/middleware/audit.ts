/** Notes down what people do by the dashboard: with the very write that does it, where it is one of the dashboard's own routes. */
import { noteOf } from '../../lib/api/noted.ts';
import type { Route } from '../../lib/api/routes/route.ts';
import type { AuditEntry } from '../../lib/domain/access/audit.ts';
import { roles } from '../../lib/domain/access/roles.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import type { Table } from '../../lib/ports/table.ts';
import { auditRepository } from '../../lib/storage/audit.ts';
import { noting } from '../../lib/storage/audited-table.ts';
import { type Session, sessionName } from '../../lib/storage/sessions.ts';
import type { Caller } from '../../lib/usecases/access/authenticate.ts';
import { cookieOf } from './cookie.ts';
import type { HttpEvent } from './middleware.ts';

type Person = Pick<Session, 'project_id' | 'name' | 'role' | 'email' | 'subject'>;

/** What of a body says what it is about. Nothing that could be a secret. Addresses first: names are what anybody may have. */
const labels = ['email', 'name', 'url', 'provider', 'client_id', 'names', 'about', 'session', 'invitation'] as const;
const longestLabel = 300;

/** What a body, or a query, says that it is about. */
export const labelIn = (given: unknown): string | null => {
  if (typeof given !== 'object' || given === null) return null;
  const said = given as Readonly<Record<string, unknown>>;
  const label = labels.map((name) => said[name]).find((value) => typeof value === 'string');
  if (label === undefined && said.keep_days !== undefined)
    return said.keep_days === null ? 'kept without end' : `kept for ${said.keep_days} days`;
  if (typeof label !== 'string') return null;
  const role = roles.find((one) => one === said.role);
  return label.slice(0, longestLabel) + (role ? `, ${role}` : '');
};

/** An entry for somebody who calls a route now. */
export const entryOf = (
  { name, role, email, subject }: Person,
  { method, path }: Pick<Route, 'method' | 'path'>,
  secret: string | undefined,
  about: string | null,
): AuditEntry => ({
  at: systemClock.now().toISOString(),
  ...{ name, role, about },
  ...(email !== undefined && { email }),
  ...(subject !== undefined && { subject }),
  session: sessionName(secret),
  act: `${method} ${path}`,
});

interface Asked {
  readonly caller?: Caller | Person | undefined;
  readonly body?: unknown;
  readonly query?: unknown;
}

/** Does what a route of a group does, and notes it down if somebody is to know of it. */
export const noted = (route: Route, table: Table) => {
  const audit = auditRepository(table);
  const what = noteOf(route);
  return async <T>({ caller, body, query }: Asked, event: HttpEvent, work: () => Promise<T>): Promise<T> => {
    if (!caller || !('role' in caller) || !what) return work();
    const { project_id } = caller;
    const about = event.pathParameters?.object_id ?? labelIn(body) ?? labelIn(query);
    const entry = entryOf(caller, route, cookieOf(event), about);
    if (what === 'look') {
      const result = await work();
      await audit.look(project_id, entry);
      return result;
    }
    return noting(table, { note: audit.writeOf(project_id, entry) }, work);
  };
};
