/**
 * Where platforms of meetings send the browsers of bots that are to sign in by single sign-on. It is no part of the API, and
 * so in no document of it: the operator enters its address in the platform's console.
 */
import * as z from 'zod';
import { ssoPath } from '../domain/meeting/single-sign-on.ts';
import type { Route } from './routes/route.ts';

/** API Gateway takes 10,240 bytes of address and headers together. */
const longest = 8_192;

export const ssoRoutes = {
  signOn: {
    method: 'GET',
    path: ssoPath,
    of: 'project',
    caller: 'nobody',
    // Many bots may come from one address at the same minute.
    requests_per_second: 20,
    success: 200,
    // Whatever else the platform sends along, such as whom it expects, is left.
    query: z.object({ SAMLRequest: z.string().min(1).max(longest), RelayState: z.string().max(longest).optional() }),
  },
} as const satisfies Record<string, Route>;

/** The group of the dashboard whose function answers. */
export const ssoGroup = 'identity';
