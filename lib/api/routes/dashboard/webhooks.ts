/** Who is told what happens, and what became of it. */
import * as z from 'zod';
import {
  CreateSubscriptionBody,
  DeliveryInFullBody,
  DeliveryPageBody,
  DeliveryRef,
  ListDeliveriesQuery,
  NewSubscriptionBody,
  SubscriptionBody,
  TestBody,
  TestSentBody,
  UpdateSubscriptionBody,
} from '../../schemas/dashboard/webhooks.ts';
import { NoQuery } from '../../schemas/fields.ts';
import type { Route } from '../route.ts';

export const webhookRoutes = {
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
  /** Change where a subscription leads, or what it is told. */
  updateSubscription: {
    method: 'PATCH',
    path: '/api/v1/dashboard/webhooks/{object_id}',
    of: 'webhook_subscription',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    body: UpdateSubscriptionBody,
    response: SubscriptionBody,
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
  /** Send nothing more there, until it is enabled. */
  disableSubscription: {
    method: 'POST',
    path: '/api/v1/dashboard/webhooks/{object_id}/disable',
    of: 'webhook_subscription',
    caller: 'session',
    least_role: 'owner',
    success: 200,
    query: NoQuery,
    response: SubscriptionBody,
  },
  /** Send again where nothing is sent. */
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
  /** Send a test there, once. */
  testSubscription: {
    method: 'POST',
    path: '/api/v1/dashboard/webhooks/{object_id}/test',
    of: 'webhook_subscription',
    caller: 'session',
    least_role: 'member',
    success: 200,
    query: NoQuery,
    body: TestBody,
    response: TestSentBody,
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
    response: DeliveryPageBody,
  },
  /** A delivery with its attempts, and with the bytes that were sent. */
  getDelivery: {
    method: 'GET',
    path: '/api/v1/dashboard/webhook_deliveries/one',
    of: 'webhook_subscription',
    caller: 'session',
    success: 200,
    query: DeliveryRef,
    response: DeliveryInFullBody,
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
    body: DeliveryRef,
  },
} as const satisfies Record<string, Route>;
