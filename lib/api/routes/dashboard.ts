/** What the dashboard needs besides the public interface. It is in no document: nobody else is promised any of it. */
import * as z from 'zod';
import {
  ApiKeyBody,
  CreateApiKeyBody,
  CreateSubscriptionBody,
  DeliveryBody,
  InvitationBody,
  InviteBody,
  ListDeliveriesQuery,
  NewApiKeyBody,
  NewSubscriptionBody,
  ProviderKeyBody,
  ProviderQuery,
  ResendBody,
  SessionBody,
  SetProviderKeyBody,
  SignInBody,
  SubscriptionBody,
} from '../schemas/dashboard.ts';
import { NoQuery } from '../schemas/fields.ts';
import type { Route } from './route.ts';

export const dashboardRoutes = {
  /** Sign in with a ticket. */
  signIn: {
    method: 'POST',
    path: '/api/v1/dashboard/session',
    of: 'project',
    caller: 'nobody',
    requests_per_second: 2,
    success: 201,
    query: NoQuery,
    body: SignInBody,
  },
  /** Who is signed in. */
  getSession: {
    method: 'GET',
    path: '/api/v1/dashboard/session',
    of: 'project',
    caller: 'session',
    success: 200,
    query: NoQuery,
    response: SessionBody,
  },
  /** Sign out. */
  signOut: {
    method: 'DELETE',
    path: '/api/v1/dashboard/session',
    of: 'project',
    caller: 'session',
    least_role: 'viewer',
    success: 200,
    query: NoQuery,
  },
  /** Make a link that signs somebody in, once. */
  invite: {
    method: 'POST',
    path: '/api/v1/dashboard/invitations',
    of: 'project',
    caller: 'session',
    least_role: 'owner',
    success: 201,
    query: NoQuery,
    body: InviteBody,
    response: InvitationBody,
  },
  /** List API keys, oldest first, revoked ones too. */
  listApiKeys: {
    method: 'GET',
    path: '/api/v1/dashboard/api_keys',
    of: 'api_key',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    response: z.array(ApiKeyBody),
  },
  /** Make an API key, which is shown once. */
  createApiKey: {
    method: 'POST',
    path: '/api/v1/dashboard/api_keys',
    of: 'api_key',
    caller: 'session',
    least_role: 'owner',
    success: 201,
    query: NoQuery,
    body: CreateApiKeyBody,
    response: NewApiKeyBody,
  },
  /** Revoke an API key for good. */
  revokeApiKey: {
    method: 'DELETE',
    path: '/api/v1/dashboard/api_keys/{object_id}',
    of: 'api_key',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
  },
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
  /** List webhook subscriptions. */
  listSubscriptions: {
    method: 'GET',
    path: '/api/v1/dashboard/webhooks',
    of: 'webhook_subscription',
    caller: 'session',
    success: 200,
    query: NoQuery,
    response: z.array(SubscriptionBody),
  },
  /** Subscribe; the secret is shown once. */
  createSubscription: {
    method: 'POST',
    path: '/api/v1/dashboard/webhooks',
    of: 'webhook_subscription',
    caller: 'session',
    least_role: 'owner',
    success: 201,
    query: NoQuery,
    body: CreateSubscriptionBody,
    response: NewSubscriptionBody,
  },
  /** End a subscription. */
  deleteSubscription: {
    method: 'DELETE',
    path: '/api/v1/dashboard/webhooks/{object_id}',
    of: 'webhook_subscription',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
  },
  /** Send again to a receiver that wanted no more. */
  enableSubscription: {
    method: 'POST',
    path: '/api/v1/dashboard/webhooks/{object_id}/enable',
    of: 'webhook_subscription',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    response: SubscriptionBody,
  },
  /** Give a subscription a new secret, shown once. */
  rotateSecret: {
    method: 'POST',
    path: '/api/v1/dashboard/webhooks/{object_id}/rotate_secret',
    of: 'webhook_subscription',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    response: NewSubscriptionBody,
  },
  /** List deliveries, newest first: those in trouble, or all about something. */
  listDeliveries: {
    method: 'GET',
    path: '/api/v1/dashboard/webhook_deliveries',
    of: 'webhook_subscription',
    caller: 'session',
    success: 200,
    query: ListDeliveriesQuery,
    response: z.array(DeliveryBody),
  },
  /** Send a delivery again, the same bytes. */
  resendDelivery: {
    method: 'POST',
    path: '/api/v1/dashboard/webhook_deliveries/resend',
    of: 'webhook_subscription',
    caller: 'session',
    least_role: 'member',
    success: 200,
    query: NoQuery,
    body: ResendBody,
  },
} as const satisfies Record<string, Route>;
