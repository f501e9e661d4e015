import { createHash } from 'node:crypto';
import * as z from 'zod';
import { UnreadableItemError } from '../../domain/errors.ts';
import { isOfCaptured } from '../../domain/webhook/webhook.ts';
import {
  type Delivery,
  type DeliveryAttempt,
  type DoneDelivery,
  deliveryStates,
  OneDelivery,
} from '../../domain/webhook/webhook-delivery.ts';
import type { SubjectRef } from '../../domain/webhook/webhook-subject.ts';
import type { Condition, Item, Key, Query, Table, Write } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { expiring, type Fields, itemKind } from '../item-kind.ts';
import { subjectPartition } from '../keys.ts';
import { type List, listedIn, someItemsIn } from '../listings.ts';
import { type OnUnreadable, recordsOf } from '../readable.ts';
import { removeAll } from '../remove-all.ts';
import { shapeOf } from '../shape.ts';

/** All of this is in the partition of what webhooks tell of. */
export const webhookPrefix = 'webhook#';
const disabledPrefix = `${webhookPrefix}disabled#`;
const deliveryPrefix = `${webhookPrefix}delivery#`;
const donePrefix = `${webhookPrefix}done#`;
const forgottenSort = `${webhookPrefix}forgotten`;
const goneSort = `${webhookPrefix}gone`;

// All in the subject's partition: what is told about it goes when its data goes.
const deliveryKeyOf = (ref: SubjectRef, idempotencyKey: string): Key => ({
  pk: subjectPartition(ref),
  sk: deliveryPrefix + idempotencyKey,
});
/** Of what succeeded together, by the first of it. */
const doneKeyOf = (ref: SubjectRef, idempotencyKey: string): Key => ({
  pk: subjectPartition(ref),
  sk: donePrefix + idempotencyKey,
});
const disabledKey = (ref: SubjectRef, url: string): Key => ({
  pk: subjectPartition(ref),
  sk: disabledPrefix + createHash('sha256').update(url).digest('base64url'),
});

/** A project's deliveries that did not succeed at once. */
const deliveryList = (projectId: string): List => ({ index: 'gsi1', partition: `${projectId}#webhook_deliveries` });
/** Where a delivery stands in that list. */
export const deliveryPosition = ({ created_at, idempotency_key }: Pick<Delivery, 'created_at' | 'idempotency_key'>) =>
  `${created_at}#${idempotency_key}`;

/** What cannot be read, as after going back from a later version, goes as well: it keeps nothing from being deleted. */
const orUnreadable =
  (is: (item: Item) => boolean) =>
  (item: Item): boolean => {
    try {
      return is(item);
    } catch (error) {
      if (error instanceof UnreadableItemError) return true;
      throw error;
    }
  };

const Attempt = z.object({
  attempt: z.number(),
  at: z.string(),
  status: z.number().nullable(),
  duration_ms: z.number(),
  response: z.string().exactOptional(),
  error: z.string().exactOptional(),
} satisfies Fields<DeliveryAttempt>);

const deliveryItems = itemKind<Delivery>(
  'webhook_delivery',
  () =>
    shapeOf(
      z.object({
        ...OneDelivery.shape,
        project_id: z.string(),
        subject_id: z.string(),
        subscription_id: z.string(),
        url: z.string(),
        state: z.enum(deliveryStates),
        attempts: z.array(Attempt),
        next_attempt_at: z.string().nullable(),
        created_at: z.string(),
      } satisfies Fields<Delivery>),
    ),
  // At first only bots were told of.
  { migrations: [({ bot_id, ...delivery }) => ({ ...delivery, subject_id: bot_id })] },
);

/** What deliveries that were sent together have in common is stored once. */
interface DoneTogether extends Pick<DoneDelivery, 'subscription_id' | 'url'> {
  readonly outcomes: readonly Omit<DoneDelivery, 'subscription_id' | 'url' | 'project_id' | 'subject_id'>[];
}

type DoneOutcome = DoneTogether['outcomes'][number];

/**
 * An outcome as it is stored. A write costs by the KB, names of attributes included, so these are short, and what says nothing
 * is left out: what is told of an utterance together, its text and its beginning and end, fits into one.
 */
const storedOutcome = () => {
  const { idempotency_key, body: _, ...told } = OneDelivery.shape;
  return z.object({
    ...told,
    key: idempotency_key,
    sha: z.string(),
    at: z.string(),
    status: z.number().nullable(),
    ms: z.number(),
    response: z.string().exactOptional(),
  });
};
type StoredOutcome = z.infer<ReturnType<typeof storedOutcome>>;

/** What succeeded at once took one attempt. */
const firstAttempt = 1;

const outcomeOf = ({ key, sha, at, status, ms, response = '', ...told }: StoredOutcome): DoneOutcome => ({
  ...told,
  idempotency_key: key,
  body_sha256: sha,
  attempt: { attempt: firstAttempt, at, status, duration_ms: ms, response },
});

const storedOf = ({ idempotency_key, body_sha256, attempt, ...told }: DoneOutcome): StoredOutcome => {
  const { at, status, duration_ms, response } = attempt;
  return {
    ...told,
    key: idempotency_key,
    sha: body_sha256,
    at,
    status,
    ms: duration_ms,
    ...(response && { response }),
  };
};

const withStored = <T extends object>(item: T, outcomes: DoneTogether['outcomes']) => ({
  ...item,
  outcomes: outcomes.map(storedOf),
});

const doneItems = itemKind<DoneTogether>(
  'webhook_done',
  () => {
    const stored = z.object({ subscription_id: z.string(), url: z.string(), outcomes: z.array(storedOutcome()) });
    return shapeOf(stored).transform(({ outcomes, ...rest }) => ({ ...rest, outcomes: outcomes.map(outcomeOf) }));
  },
  {
    attributesOf: (record) => withStored(record, record.outcomes),
    // At first the outcomes were stored under the names that they have here.
    migrations: [(item) => withStored(item, item.outcomes as DoneTogether['outcomes'])],
  },
);

const doneOfItem = ({ project_id, subject_id }: SubjectRef, item: Item): DoneDelivery[] => {
  const { subscription_id, url, outcomes } = doneItems.recordOf(item);
  return outcomes.map((outcome) => ({ project_id, subject_id, subscription_id, url, ...outcome }));
};

/**
 * That what was captured of a subject was deleted, or, under a key of its own, the subject itself: nothing is kept any more of a
 * delivery that tells the former, or of any other.
 */
const forgottenItems = itemKind('webhook_forgotten', () => z.object({}));
const forgottenKey = (ref: SubjectRef): Key => ({ pk: subjectPartition(ref), sk: forgottenSort });
const goneKey = (ref: SubjectRef): Key => ({ pk: subjectPartition(ref), sk: goneSort });
/** Where it is said that nothing is kept any more of a delivery: of a subject that is gone, both are. */
const endKeyOf = (delivery: SubjectRef & Pick<Delivery, 'trigger'>): Key =>
  isOfCaptured(delivery) ? forgottenKey(delivery) : goneKey(delivery);
/** Whether it says that nothing more is to be kept of something, as long as a queue may hold such a webhook. */
export const isForgottenMark = ({ sk }: Key): boolean => sk === forgottenSort || sk === goneSort;

const isForgottenIn = async (table: Table, ref: SubjectRef): Promise<boolean> =>
  (await table.get(forgottenKey(ref))) !== undefined;

const saveIn = async (table: Table, delivery: Delivery, until: Date, when?: Condition): Promise<boolean> => {
  const { project_id, idempotency_key } = delivery;
  const listing = listedIn({ ...deliveryList(project_id), position: deliveryPosition(delivery) });
  const beside = { ...listing, ...expiring(until) };
  const put = deliveryItems.itemOf(deliveryKeyOf(delivery, idempotency_key), delivery, beside);
  const stillThere: Write = { check: endKeyOf(delivery), when: { exists: false } };
  return (await attempt(table.write({ put, ...(when && { when }) }, stillThere))).isDone;
};

/** An address that wants no more of a subject's webhooks. */
const disabledItems = itemKind('webhook_disabled', () => z.object({ url: z.string(), disabled_at: z.string() }));

/**
 * What became of deliveries: those that succeeded at once, together as they were sent and without their bodies; every
 * other one by itself, with what it takes to send it again. And the addresses that want no more of a subject's webhooks.
 */
export const webhookDeliveryRepository = (table: Table) => ({
  async get(ref: SubjectRef, idempotencyKey: string): Promise<Delivery | undefined> {
    const item = await table.get(deliveryKeyOf(ref, idempotencyKey));
    return item && deliveryItems.recordOf(item);
  },

  /** Keeps a delivery until a moment, over what was kept of it before. Answers false when what it tells was deleted. */
  save: (delivery: Delivery, until: Date): Promise<boolean> => saveIn(table, delivery, until),

  /**
   * The same after a look at what was kept, if anything. Answers false also when that has changed since: somebody else
   * has seen to the delivery.
   */
  saveAfter: (past: Delivery | undefined, delivery: Delivery, until: Date): Promise<boolean> =>
    saveIn(
      table,
      delivery,
      until,
      past ? { equals: { state: past.state, next_attempt_at: past.next_attempt_at } } : { exists: false },
    ),

  /**
   * Keeps until a moment what came of deliveries to one subscription that succeeded at once: one write for all that tell what
   * was captured, and one for the others, which stay when that is deleted. Nothing where it was.
   */
  async saveDone(done: readonly DoneDelivery[], until: Date): Promise<void> {
    for (const together of [done.filter(isOfCaptured), done.filter((one) => !isOfCaptured(one))]) {
      const [first] = together;
      if (!first) continue;
      const { subscription_id, url } = first;
      const outcomes = together.map(({ project_id, subject_id, subscription_id, url, ...outcome }) => outcome);
      const key = doneKeyOf(first, first.idempotency_key);
      await table.write({ put: doneItems.itemOf(key, { subscription_id, url, outcomes }, expiring(until)) });
      // Looked at afterwards, which costs a fraction of a condition: what was written before the mark goes with the rest.
      if (await table.get(endKeyOf(first))) await table.write({ delete: key });
    }
  },

  /** Of deliveries that came together, those that have succeeded at once before: what they came in has come again. */
  async doneBefore(ref: SubjectRef, idempotencyKeys: readonly string[]): Promise<DoneDelivery[]> {
    const items = await Promise.all(idempotencyKeys.map((key) => table.get(doneKeyOf(ref, key))));
    return items.flatMap((item) => (item ? doneOfItem(ref, item) : []));
  },

  /** All of a subject's deliveries that are kept, in no particular order; those that cannot be read by `readable`'s rule. */
  async ofSubject(
    ref: SubjectRef,
    onUnreadable?: OnUnreadable,
  ): Promise<{ readonly kept: readonly Delivery[]; readonly done: readonly DoneDelivery[] }> {
    const partition = subjectPartition(ref);
    const [kept, done] = await Promise.all([
      table.query({ partition, prefix: deliveryPrefix }),
      table.query({ partition, prefix: donePrefix }),
    ]);
    return {
      kept: recordsOf(kept, deliveryItems.recordOf, onUnreadable),
      done: recordsOf(done, (item) => doneOfItem(ref, item), onUnreadable).flat(),
    };
  },

  /**
   * Some of a project's deliveries that did not succeed at once, newest first: those after a position in that order, and the last
   * position that was looked at, if there may be more behind it. Those that cannot be read by `readable`'s rule.
   */
  async troubled(
    projectId: string,
    range: Pick<Query, 'after'> & { readonly limit: number },
    onUnreadable?: OnUnreadable,
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly end: string | undefined }> {
    const { items, end } = await someItemsIn(table, deliveryList(projectId), { order: 'descending', ...range });
    return { deliveries: recordsOf(items, deliveryItems.recordOf, onUnreadable), end };
  },

  /**
   * Removes all that is kept of a subject's deliveries that tell what was captured: bodies and answers. What of them still
   * waits for a retry is dropped then, and until a moment nothing is kept any more of one.
   */
  async forget(ref: SubjectRef, until: Date): Promise<void> {
    await table.write({ put: forgottenItems.itemOf(forgottenKey(ref), {}, expiring(until)) });
    const partition = subjectPartition(ref);
    await removeAll(
      table,
      partition,
      deliveryPrefix,
      orUnreadable((item) => isOfCaptured(deliveryItems.recordOf(item))),
    );
    await removeAll(
      table,
      partition,
      donePrefix,
      orUnreadable((item) => doneItems.recordOf(item).outcomes.some(isOfCaptured)),
    );
  },

  /** Removes all that is kept of a subject that is gone, and nothing is kept any more of it until a moment. */
  async forgetAll(ref: SubjectRef, until: Date): Promise<void> {
    for (const key of [forgottenKey(ref), goneKey(ref)])
      await table.write({ put: forgottenItems.itemOf(key, {}, expiring(until)) });
    await removeAll(table, subjectPartition(ref), webhookPrefix, (item) => !isForgottenMark(item));
  },

  /** Whether what was captured of a subject was deleted, within the time that `forget` was given. */
  isForgotten: (ref: SubjectRef): Promise<boolean> => isForgottenIn(table, ref),

  /** Notes that an address wants no more of this subject's webhooks; of one that is gone nothing more is told. */
  async disable(ref: SubjectRef, url: string, at: Date): Promise<void> {
    const put = disabledItems.itemOf(disabledKey(ref, url), { url, disabled_at: at.toISOString() });
    await attempt(table.write({ put }, { check: goneKey(ref), when: { exists: false } }));
  },

  async isDisabled(ref: SubjectRef, url: string): Promise<boolean> {
    return (await table.get(disabledKey(ref, url))) !== undefined;
  },

  /** All addresses that want no more of this subject's webhooks. */
  async disabledUrls(ref: SubjectRef): Promise<Set<string>> {
    const items = await table.query({ partition: subjectPartition(ref), prefix: disabledPrefix });
    return new Set(items.map((item) => disabledItems.recordOf(item).url));
  },
});
export type WebhookDeliveryRepository = ReturnType<typeof webhookDeliveryRepository>;
