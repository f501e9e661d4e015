/** A row of the route table. */
import type * as z from 'zod';
import type { Role } from '../../domain/access/roles.ts';
import type { IdKind } from '../../domain/ids.ts';

interface AnyRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** May hold `{object_id}`. What programs call is below /api/v1. */
  readonly path: `/${string}`;
  /** What it is about: an id in its path is of this kind, and documents and refusals speak of it so. */
  readonly of: IdKind;
  readonly success: 200 | 201;
  readonly query: z.ZodType;
  /** Absent where the route takes no body. */
  readonly body?: z.ZodType;
  /** Absent where the answer's body is empty. */
  readonly response?: z.ZodType;
  /** The media types of texts that it may be asked for in place of JSON. */
  readonly texts?: readonly string[];
}

/** For whoever shows an API key, or is signed in to the dashboard; as often as a project may. */
interface KeyRoute extends AnyRoute {
  readonly caller: 'key';
}

/** For people who are signed in to the dashboard: no key opens it. */
interface SessionRoute extends AnyRoute {
  readonly caller: 'session';
  /** Where it is not the usual one; see `leastRoleFor`. */
  readonly least_role?: Role;
}

/** For whoever comes, as browsers do that are redirected and services that push: they prove themselves in other ways. */
interface OpenRoute extends AnyRoute {
  readonly caller: 'nobody';
  /** How often one address may call it in a second. */
  readonly requests_per_second: number;
}

/** For whoever comes, who is told apart where they are signed in to the dashboard: then as often as a project may. */
interface EitherRoute extends AnyRoute {
  readonly caller: 'anybody';
  /** How often one address that nobody is signed in from may call it in a second. */
  readonly requests_per_second: number;
}

export type Route = KeyRoute | SessionRoute | OpenRoute | EitherRoute;

/** What somebody who is signed in must be to call a route: anybody may look, viewers change nothing. */
export const leastRoleFor = (route: Route): Role =>
  ('least_role' in route && route.least_role) || (route.method === 'GET' ? 'viewer' : 'member');
