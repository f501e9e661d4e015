/** What the services of others know the project by: keys of providers of transcription, apps at the conferencing platform. */
import * as z from 'zod';
import {
  CreateOAuthAppBody,
  EnteredKeyBody,
  OAuthAppBody,
  ProviderKeyBody,
  ProviderQuery,
  SetProviderKeyBody,
  TrialBody,
  UpdateOAuthAppBody,
} from '../../schemas/dashboard/providers.ts';
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
  /** Enter the project's key for a provider, once it was tried there. */
  setProviderKey: {
    method: 'POST',
    path: '/api/v1/dashboard/provider_keys',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    body: SetProviderKeyBody,
    response: EnteredKeyBody,
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
  /** Try the key that the project has for a provider, with one real request. */
  testProviderKey: {
    method: 'POST',
    path: '/api/v1/dashboard/provider_keys/test',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    body: ProviderQuery,
    response: TrialBody,
  },
  /** List the project's apps at the conferencing platform, without their secrets: people are connected with one of them. */
  listOAuthApps: {
    method: 'GET',
    path: '/api/v1/dashboard/oauth_apps',
    of: 'oauth_app',
    caller: 'session',
    least_role: 'member',
    success: 200,
    query: NoQuery,
    response: z.array(OAuthAppBody),
  },
  /** Enter an app. */
  createOAuthApp: {
    method: 'POST',
    path: '/api/v1/dashboard/oauth_apps',
    of: 'oauth_app',
    caller: 'session',
    least_role: 'owner',
    success: 201,
    query: NoQuery,
    body: CreateOAuthAppBody,
    response: OAuthAppBody,
  },
  /** Enter another secret of an app. */
  updateOAuthApp: {
    method: 'PATCH',
    path: '/api/v1/dashboard/oauth_apps/{object_id}',
    of: 'oauth_app',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    body: UpdateOAuthAppBody,
  },
  /** Forget an app that has no connections. */
  deleteOAuthApp: {
    method: 'DELETE',
    path: '/api/v1/dashboard/oauth_apps/{object_id}',
    of: 'oauth_app',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
  },
} as const satisfies Record<string, Route>;
