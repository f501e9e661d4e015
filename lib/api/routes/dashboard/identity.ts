/** Who comes in by an identity provider: on the way there and back, and whom the project lets in by it. */
import * as z from 'zod';
import {
  AdmitBody,
  BeginQuery,
  ChangePersonBody,
  EndSessionsQuery,
  OpenSessionBody,
  PersonBody,
  PersonQuery,
  ReturnQuery,
} from '../../schemas/dashboard/identity.ts';
import { NoQuery } from '../../schemas/fields.ts';
import type { Route } from '../route.ts';

export const identityRoutes = {
  /** Go to the provider, and come back to a path of the dashboard. */
  beginSignIn: {
    method: 'GET',
    path: '/api/v1/dashboard/sign_in',
    of: 'project',
    caller: 'nobody',
    requests_per_second: 2,
    success: 200,
    query: BeginQuery,
  },
  /** Come back from the provider. */
  finishSignIn: {
    method: 'GET',
    path: '/api/v1/dashboard/sign_in/callback',
    of: 'project',
    caller: 'nobody',
    requests_per_second: 2,
    success: 200,
    query: ReturnQuery,
  },
  /** List whom the project lets in. */
  listPeople: {
    method: 'GET',
    path: '/api/v1/dashboard/people',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    response: z.array(PersonBody),
  },
  /** Let somebody in. */
  admitPerson: {
    method: 'POST',
    path: '/api/v1/dashboard/people',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 201,
    query: NoQuery,
    body: AdmitBody,
    response: PersonBody,
  },
  /** Give somebody another role. */
  updatePerson: {
    method: 'PATCH',
    path: '/api/v1/dashboard/people',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    body: ChangePersonBody,
    response: PersonBody,
  },
  /** Let somebody in no more. */
  removePerson: {
    method: 'DELETE',
    path: '/api/v1/dashboard/people',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: PersonQuery,
  },
  /** List who is signed in. */
  listSessions: {
    method: 'GET',
    path: '/api/v1/dashboard/sessions',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    response: z.array(OpenSessionBody),
  },
  /** Sign somebody out: a session of theirs, or all of them. */
  endSessions: {
    method: 'DELETE',
    path: '/api/v1/dashboard/sessions',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: EndSessionsQuery,
  },
} as const satisfies Record<string, Route>;
