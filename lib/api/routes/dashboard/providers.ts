/** Keys with which providers of transcription are asked. */
import * as z from 'zod';
import { ProviderKeyBody, ProviderQuery, SetProviderKeyBody } from '../../schemas/dashboard/providers.ts';
import { NoQuery } from '../../schemas/fields.ts';
import type { Route } from '../route.ts';

export const providerRoutes = {
  /** List the providers of transcription that take a key. */
  listProviderKeys: {
    method: 'GET',
    path: '/api/v1/dashboard/provider_keys',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    response: z.array(ProviderKeyBody),
  },
  /** Enter the project's key for a provider. */
  setProviderKey: {
    method: 'POST',
    path: '/api/v1/dashboard/provider_keys',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    body: SetProviderKeyBody,
    response: ProviderKeyBody,
  },
  /** Forget the project's key for a provider. */
  removeProviderKey: {
    method: 'DELETE',
    path: '/api/v1/dashboard/provider_keys',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: ProviderQuery,
  },
} as const satisfies Record<string, Route>;
