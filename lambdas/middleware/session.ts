/** Whoever comes by a cookie. It is bundled apart from the functions (`#session`), and so throws nothing that they know. */
import { leastRoleFor, type Route } from '../../lib/api/routes/route.ts';
import type { Table } from '../../lib/ports/table.ts';
import { sessionRepository } from '../../lib/storage/sessions.ts';
import { createRecognise, type Refusal, type SignedIn } from '../../lib/usecases/access/recognise.ts';
import { cookieOf, isOwnPage } from './cookie.ts';
import type { HttpEvent } from './middleware.ts';

/** Who is signed in, by the cookie of a request that a page of ours sent; undefined for nobody. */
export const recognise = async (
  event: HttpEvent,
  route: Route,
  table: Table,
): Promise<SignedIn | Refusal | undefined> =>
  isOwnPage(event)
    ? createRecognise({ sessions: sessionRepository(table) })(cookieOf(event), leastRoleFor(route))
    : { refusal: 'another site asked for this' };
