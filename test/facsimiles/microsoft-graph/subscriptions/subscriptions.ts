/**
 * Subscriptions, the messages that they bring, and what is told of their own life.
 * Sources, where no other is named: https://learn.microsoft.com/graph/change-notifications-delivery-webhooks,
 * https://learn.microsoft.com/graph/change-notifications-lifecycle-events, https://learn.microsoft.com/graph/api/resources/subscription
 */
import { randomUUID } from 'node:crypto';
import type { ChangeNotificationCollection, LifecycleEventType, Subscription } from '@microsoft/microsoft-graph-types';
import { type Answer, json, noContent } from '../../host/exchange.ts';
import { isOnThisMachine, type Pushes } from '../../host/pushes.ts';
import type { Changed } from '../../world/calendar.ts';
import { originalStartOf } from '../../world/events.ts';
import type { Grant } from '../../world/grants.ts';
import { againstType } from '../conformance/typings.ts';
import { graphErrors } from '../errors.ts';
import { etagOf } from '../events/event.ts';
import { eventIdOf } from '../events/ids.ts';
import type { GraphQuirks } from '../quirks.ts';
import { isReachable } from './reachability.ts';

interface Kept {
  readonly id: string;
  readonly email: string;
  readonly client_id: string;
  readonly changeTypes: readonly string[];
  readonly isImmutable: boolean;
  readonly wanted: Subscription;
  /** Milliseconds since 1970. */
  until: number;
  isPaused: boolean;
}

export interface Subscriptions {
  create(wanted: Subscription, grant: Grant, isImmutable: boolean): Promise<Answer>;
  renew(id: string, wanted: Subscription, grant: Grant): Answer;
  reauthorize(id: string, grant: Grant): Answer;
  get(id: string, grant: Grant): Answer;
  list(grant: Grant): Answer;
  remove(id: string, grant: Grant): Answer;
  /** Tells whoever watches a mailbox that something in one of its calendars changed. */
  tell(changed: Changed, emails: readonly string[]): void;
  /** Sends a message of the subscription's own life, with what it means: see {@link LifecycleEventType}. */
  tellLifecycle(id: string, event: LifecycleEventType): void;
  /** The ids of the subscriptions that live, of one mailbox or of all. */
  live(email?: string): string[];
}

export const tenantId = '84bd8158-6d4d-4958-8b9f-9d6445542f95';

const minuteMs = 60_000;
/** «Any value under 45 minutes after the time of the request is automatically set to 45 minutes after the request time.» */
const leastMinutes = 45;

const timeText = (ms: number): string => new Date(ms).toISOString();

/** The receiver must be HTTPS. Here plain HTTP does on this machine, which Graph would refuse. */
const isAddress = (address: string | null | undefined): boolean =>
  typeof address === 'string' &&
  URL.canParse(address) &&
  (address.startsWith('https:') || (address.startsWith('http:') && isOnThisMachine(address)));

/** «Changes to all events in a user's mailbox»: https://learn.microsoft.com/graph/outlook-change-notifications-overview */
const isOfMailbox = (resource: string | undefined, email: string): boolean =>
  ['me/events', `users/${email}/events`].includes(String(resource).replace(/^\//, ''));

export const createSubscriptions = (quirks: GraphQuirks, pushes: Pushes, now: () => number): Subscriptions => {
  const subscriptions = new Map<string, Kept>();

  const live = (): Kept[] => [...subscriptions.values()].filter(({ until }) => until > now());

  const shown = ({ id, wanted, until, client_id, email }: Kept): Subscription & Record<`@odata.${string}`, string> => ({
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#subscriptions/$entity',
    id,
    resource: wanted.resource ?? '',
    applicationId: client_id,
    changeType: wanted.changeType ?? '',
    clientState: wanted.clientState ?? null,
    notificationUrl: wanted.notificationUrl ?? '',
    notificationQueryOptions: null,
    lifecycleNotificationUrl: wanted.lifecycleNotificationUrl ?? null,
    expirationDateTime: timeText(until),
    creatorId: email,
    includeResourceData: null,
    latestSupportedTlsVersion: wanted.latestSupportedTlsVersion ?? 'v1_2',
    encryptionCertificate: null,
    encryptionCertificateId: null,
    notificationUrlAppId: null,
  });

  /** When a subscription is to end, or what is wrong with the time that was asked for. */
  const untilOf = ({ expirationDateTime }: Subscription): number | Answer => {
    const asked = Date.parse(expirationDateTime ?? '');
    if (Number.isNaN(asked)) return graphErrors.invalidRequest('expirationDateTime is missing, or no time.');
    if (asked - now() > quirks.subscriptionMinutes * minuteMs)
      return graphErrors.expirationTooFar(quirks.subscriptionMinutes);
    const granted = Math.max(asked, now() + leastMinutes * minuteMs);
    return quirks.subscriptionsOfADay ? Math.min(granted, now() + 24 * 60 * minuteMs) : granted;
  };

  const own = (id: string, { email, client_id }: Grant): Kept | undefined => {
    const kept = subscriptions.get(id);
    return kept && kept.until > now() && kept.email === email && kept.client_id === client_id ? kept : undefined;
  };

  const send = (url: string, notification: NonNullable<ChangeNotificationCollection['value']>[number]): void => {
    const body: ChangeNotificationCollection = { value: [notification] };
    const wrong = againstType('ChangeNotificationCollection', body, 'the message');
    if (wrong.length > 0) throw new Error(wrong.join(', '));
    pushes.send({ url, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) });
  };

  const ofSubscription = ({ id, until, wanted }: Kept) => ({
    subscriptionId: id,
    subscriptionExpirationDateTime: timeText(until),
    tenantId,
    ...(wanted.clientState && { clientState: wanted.clientState }),
  });

  return {
    create: async (wanted, grant, isImmutable) => {
      const { changeType, notificationUrl, lifecycleNotificationUrl, clientState, resource } = wanted;
      const changeTypes = changeType?.split(',') ?? [];
      if (!changeTypes.every((each) => ['created', 'updated', 'deleted'].includes(each)) || changeTypes.length === 0) {
        return graphErrors.invalidRequest('changeType is missing, or none of created, updated and deleted.');
      }
      if (!isOfMailbox(resource, grant.email))
        return graphErrors.invalidRequest(`The resource ${resource} cannot be watched.`);
      if (clientState && clientState.length > 128)
        return graphErrors.invalidRequest('clientState is longer than 128 characters.');
      const addresses = [notificationUrl, ...(lifecycleNotificationUrl ? [lifecycleNotificationUrl] : [])];
      if (!addresses.every(isAddress)) return graphErrors.invalidRequest('A notification URL is not HTTPS.');
      const until = untilOf(wanted);
      if (typeof until !== 'number') return until;
      if (quirks.subscribingRefused) return graphErrors.accessDenied();
      // Both addresses are asked before there is a subscription.
      for (const address of addresses) if (!(await isReachable(String(address)))) return graphErrors.validationFailed();
      const kept: Kept = {
        id: randomUUID(),
        email: grant.email,
        client_id: grant.client_id,
        changeTypes,
        isImmutable,
        wanted,
        until,
        isPaused: false,
      };
      subscriptions.set(kept.id, kept);
      return json(201, shown(kept));
    },
    renew: (id, wanted, grant) => {
      const kept = own(id, grant);
      if (!kept) return graphErrors.subscriptionNotFound();
      const until = untilOf(wanted);
      if (typeof until !== 'number') return until;
      // «renewing your subscription also reauthorizes your endpoint»
      kept.until = until;
      kept.isPaused = false;
      return json(200, shown(kept));
    },
    reauthorize: (id, grant) => {
      const kept = own(id, grant);
      if (!kept) return graphErrors.subscriptionNotFound();
      kept.isPaused = false;
      return noContent;
    },
    get: (id, grant) => {
      const kept = own(id, grant);
      return kept ? json(200, shown(kept)) : graphErrors.subscriptionNotFound();
    },
    list: ({ email, client_id }) => {
      const value = live().filter((kept) => kept.email === email && kept.client_id === client_id);
      return json(200, {
        '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#subscriptions',
        value: value.map(shown),
      });
    },
    remove: (id, grant) => {
      const kept = own(id, grant);
      if (!kept || quirks.deletingNotFound) return graphErrors.subscriptionNotFound();
      subscriptions.delete(id);
      return noContent;
    },
    tell: ({ id, kind, calendar_id }, emails) => {
      const isOccurrence = originalStartOf(id, 'UTC') !== undefined;
      if (quirks.deletedOccurrenceSilent && isOccurrence && kind === 'deleted') return;
      for (const kept of live().filter(({ email }) => emails.includes(email))) {
        if (kept.isPaused || !kept.changeTypes.includes(kind)) continue;
        const eventId = eventIdOf(id, calendar_id, kept.isImmutable);
        const resource = `Users/${kept.email}/Events/${eventId}`;
        const resourceData = {
          '@odata.type': '#Microsoft.Graph.Event',
          '@odata.id': resource,
          '@odata.etag': etagOf(id, now()),
          id: eventId,
        };
        send(String(kept.wanted.notificationUrl), {
          ...ofSubscription(kept),
          changeType: kind,
          resource,
          resourceData,
        });
      }
    },
    tellLifecycle: (id, lifecycleEvent) => {
      const kept = subscriptions.get(id);
      if (!kept) throw new Error(`no such subscription: ${id}`);
      // «eventually change notification delivery pauses, until you take the required action»
      if (lifecycleEvent === 'reauthorizationRequired') kept.isPaused = true;
      if (lifecycleEvent === 'subscriptionRemoved') subscriptions.delete(id);
      const { lifecycleNotificationUrl } = kept.wanted;
      // «Existing subscriptions without a lifecycleNotificationUrl property don't receive the lifecycle notifications.»
      if (lifecycleNotificationUrl) send(lifecycleNotificationUrl, { ...ofSubscription(kept), lifecycleEvent });
    },
    live: (email) =>
      live()
        .filter((kept) => email === undefined || kept.email === email)
        .map(({ id }) => id),
  };
};
