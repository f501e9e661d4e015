import type { WebhookSubscriptionItem } from '../../domain/bot/settings.ts';
import type { WebhookEvent } from '../../domain/webhook/webhook.ts';
import { originOf, type WebhookMessage } from '../../domain/webhook/webhook-delivery.ts';
import { type SubjectRef, subjectRefOf, type WebhookSubject } from '../../domain/webhook/webhook-subject.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WebhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';
import type { ProjectWebhooksOf } from './project-webhooks.ts';
import { sendMessages, type WebhookLanes } from './webhook-lanes.ts';
import { keyOfSubject, messagesOf, type Subscription, type Telling } from './webhook-messages.ts';
import type { News } from './webhook-news.ts';
import type { WebhookSubjects } from './webhook-subjects.ts';

export interface TellNewsPorts {
  readonly subjects: WebhookSubjects;
  readonly deliveries: Pick<WebhookDeliveryRepository, 'disabledUrls'>;
  readonly webhooksOf: ProjectWebhooksOf;
  readonly lanes: WebhookLanes;
  readonly clock: Clock;
}

/** What a run of the use case looks up at most once per subject: itself, and its dead addresses. */
const oncePerSubject = <T>(load: (ref: SubjectRef) => Promise<T>) => {
  const loaded = new Map<string, Promise<T>>();
  return (ref: SubjectRef): Promise<T> => {
    const key = keyOfSubject(ref);
    const value = loaded.get(key) ?? load(ref);
    loaded.set(key, value);
    return value;
  };
};

/**
 * Queues a delivery for each event of the news and each subscription to it that is `isWanted`, those of a subject to one
 * subscriber in one message as far as they came together. A subject with subscriptions of its own uses those and not the
 * project's. What is told twice has the same keys. Answers how many deliveries that are, once every message is durable; looks
 * nothing up that nobody hears of, and the project's subscriptions at most once in some seconds.
 */
export const createTellNews = ({ subjects, deliveries, webhooksOf, lanes, clock }: TellNewsPorts) => {
  /** Those who listen to any of the events. */
  const listeners = async (
    subject: WebhookSubject,
    events: readonly WebhookEvent[],
    disabledUrls: (ref: SubjectRef) => Promise<Set<string>>,
  ): Promise<Subscription[]> => {
    const wants = ({ triggers }: WebhookSubscriptionItem) => events.some(({ trigger }) => triggers.includes(trigger));
    if (subject.webhooks.length === 0) {
      const { subscriptions } = await webhooksOf(subject.project_id);
      return subscriptions.filter((subscription) => subscription.state === 'enabled' && wants(subscription));
    }
    const wanted = subject.webhooks.map((own, index) => ({ ...own, id: `webhooks.${index}` })).filter(wants);
    if (wanted.length === 0) return [];
    const disabled = await disabledUrls(subjectRefOf(subject));
    return wanted.filter(({ url }) => !disabled.has(url));
  };

  /** Puts messages to servers that are known to be slow into the lane for these. */
  const inLane = async (message: WebhookMessage): Promise<WebhookMessage> => {
    const { slow_origins } = await webhooksOf(message.project_id);
    return slow_origins.has(originOf(message.url)) ? { ...message, lane: 'slow' } : message;
  };

  return async (news: readonly News[], isWanted: (telling: Telling) => boolean = () => true): Promise<number> => {
    const load = oncePerSubject(subjects);
    const disabledUrls = oncePerSubject(deliveries.disabledUrls);
    const tellingsOf = async ({ ref, subject: known, events }: News): Promise<Telling[]> => {
      const subject = known ?? (await load(ref));
      if (!subject) return [];
      const listening = await listeners(subject, events, disabledUrls);
      if (listening.length === 0) return [];
      const { names } = await webhooksOf(subject.project_id);
      return events.flatMap((event) =>
        listening
          .filter(({ triggers }) => triggers.includes(event.trigger))
          .map((subscription) => ({ subject, event, subscription, names })),
      );
    };
    const tellings = (await Promise.all(news.map(tellingsOf))).flat().filter(isWanted);
    await sendMessages(lanes, await Promise.all(messagesOf(tellings, clock.now()).map(inLane)), clock.now());
    return tellings.length;
  };
};
