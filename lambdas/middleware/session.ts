/** Whoever comes by a cookie. It is bundled apart from the functions (`#session`), and so throws nothing that they know. */
import { noteOf } from '../../lib/api/noted.ts';
import { leastRoleFor, type Route } from '../../lib/api/routes/route.ts';
import { isRecord, jsonIn } from '../../lib/domain/json.ts';
import type { Table } from '../../lib/ports/table.ts';
import { log } from '../../lib/process/log.ts';
import { auditRepository } from '../../lib/storage/audit.ts';
import { sessionRequester } from '../../lib/storage/request-counts.ts';
import { sessionName, sessionRepository } from '../../lib/storage/sessions.ts';
import { createRecognise, type Refusal, type SignedIn } from '../../lib/usecases/access/recognise.ts';
import { entryOf } from './audit.ts';
import { cookieOf, isOwnPage } from './cookie.ts';
import type { HttpEvent } from './middleware.ts';

/** What an answer says that it is about: the id of what was made. */
const idIn = (body: string | undefined): string | null => {
  const made = jsonIn(body ?? '');
  return isRecord(made) && typeof made.id === 'string' ? made.id : null;
};

/** Finds out for a route who is signed in, by the cookie of a request that a page of ours sent; undefined for nobody. */
export const recogniser = (route: Route, table: Table) => {
  const recognise = createRecognise({ sessions: sessionRepository(table) });
  const audit = auditRepository(table);
  const what = noteOf(route);

  /**
   * Notes down what somebody who is signed in did by a route that programs call as well, after it was done: that it cannot
   * be noted is logged, and undoes nothing.
   */
  const note = async (event: HttpEvent, caller: SignedIn, body: string | undefined): Promise<void> => {
    if (!what) return;
    const about = event.pathParameters?.object_id ?? idIn(body);
    const entry = entryOf(caller, route, cookieOf(event), about);
    await (what === 'look' ? audit.look(caller.project_id, entry) : audit.add(caller.project_id, entry)).catch(
      (error: unknown) =>
        log.error('an act was not noted down', { act: entry.act, ...(about !== null && { about }) }, error),
    );
  };

  return async (event: HttpEvent): Promise<SignedIn | Refusal | undefined> => {
    const secret = cookieOf(event);
    if (!secret) return undefined;
    if (!isOwnPage(event)) return { refusal: 'another site asked for this' };
    const found = await recognise(secret, leastRoleFor(route));
    if (!found || 'refusal' in found) return found;
    const caller = { ...found, requester: sessionRequester(found.project_id, sessionName(secret)) };
    // The dashboard's own routes note down by themselves what is done by them.
    return route.caller === 'key' ? { ...caller, note: (body) => note(event, caller, body) } : caller;
  };
};
