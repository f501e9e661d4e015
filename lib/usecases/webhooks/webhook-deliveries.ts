import type { DeliveryState } from '../../domain/webhook/webhook-delivery.ts';
import type { SubjectRef } from '../../domain/webhook/webhook-subject.ts';
import { deliveryPosition, type WebhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';
import { shownHeaders } from '../../webhooks/request-headers.ts';
import type { ListPorts } from '../list-page.ts';
import { createFindDelivery, type FindDeliveryPorts, type ShownDelivery, shown, shownDone } from './find-delivery.ts';
import { createResendDelivery, type ResendDeliveryPorts } from './resend-delivery.ts';

export interface WebhookDeliveriesPorts extends ListPorts, FindDeliveryPorts, Omit<ResendDeliveryPorts, 'find'> {
  readonly deliveries: Pick<WebhookDeliveryRepository, 'get' | 'save' | 'ofSubject' | 'troubled' | 'isDisabled'>;
}

/** Which deliveries are asked for: without `about` those of the whole project that did not succeed at once. */
export interface WantedDeliveries {
  readonly about?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly subscription_id?: string | undefined;
  /** `next` of the page before. */
  readonly before?: string | undefined;
}

export interface DeliveryPage {
  readonly results: readonly ShownDelivery[];
  /** `before` of the next page; null on the last one. */
  readonly next: string | null;
}

/** A delivery with what was sent, by the last attempt where there were several. */
export interface DeliveryInFull extends ShownDelivery {
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    /** The very bytes; null when they are kept no more and cannot be made again as they were. */
    readonly body: string | null;
  };
}

const pageSize = 50;
/** For a page of what is rare, so many pages are looked through; then the next one is to be asked for. */
const mostPages = 4;

/** What became of webhooks in the last 30 days, and sending them again. */
export const createWebhookDeliveries = (ports: WebhookDeliveriesPorts) => {
  const { deliveries, onUnreadable } = ports;
  const find = createFindDelivery(ports);

  /** The deliveries of what was told about a subject, newest first. */
  const ofSubject = async (ref: SubjectRef): Promise<ShownDelivery[]> => {
    const { kept, done } = await deliveries.ofSubject(ref, onUnreadable);
    const byKey = new Map(done.map((it) => [it.idempotency_key, shownDone(it)]));
    for (const it of kept) byKey.set(it.idempotency_key, shown(it));
    return [...byKey.values()].sort((a, b) => (deliveryPosition(a) < deliveryPosition(b) ? 1 : -1));
  };

  return {
    ofSubject,
    resend: createResendDelivery({ ...ports, find }),

    /** So many of the deliveries that are asked for, newest first. */
    async page(projectId: string, { about, state, subscription_id, before }: WantedDeliveries): Promise<DeliveryPage> {
      const isWanted = (it: ShownDelivery): boolean =>
        (state === undefined || it.state === state) &&
        (subscription_id === undefined || it.subscription_id === subscription_id);
      if (about !== undefined) {
        const all = (await ofSubject({ project_id: projectId, subject_id: about })).filter(isWanted);
        const rest = all.filter((it) => before === undefined || deliveryPosition(it) < before);
        const results = rest.slice(0, pageSize);
        const last = results.at(-1);
        return { results, next: last && rest.length > pageSize ? deliveryPosition(last) : null };
      }
      const results: ShownDelivery[] = [];
      let after = before;
      for (let pages = 0; pages < mostPages && results.length < pageSize; pages += 1) {
        const range = { limit: pageSize, ...(after !== undefined && { after }) };
        const found = await deliveries.troubled(projectId, range, onUnreadable);
        results.push(...found.deliveries.filter(isWanted).map(shown));
        after = found.end;
        if (after === undefined) break;
      }
      return { results, next: after ?? null };
    },

    /** A project's deliveries that did not succeed at once, newest first, of the last 100 those in a state. */
    async troubled(projectId: string, state?: DeliveryState): Promise<ShownDelivery[]> {
      const found = await deliveries.troubled(projectId, { limit: 100 }, onUnreadable);
      return found.deliveries.filter((it) => state === undefined || it.state === state).map(shown);
    },

    /** A delivery with its attempts and what was sent. @throws NotFoundError when nothing is kept of it */
    async one(ref: SubjectRef, key: string): Promise<DeliveryInFull> {
      const { body = null, ...delivery } = await find(ref, key);
      const at = new Date(delivery.attempts.at(-1)?.at ?? delivery.created_at);
      return { ...delivery, request: { headers: shownHeaders(delivery, at), body } };
    },
  };
};
