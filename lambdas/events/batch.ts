/** Batches of records in, failed records out: what Lambda calls ReportBatchItemFailures. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import type * as z from 'zod';
import type { Item, ItemChange } from '../../lib/ports/table.ts';
import { log } from '../../lib/process/log.ts';
import { masked } from './masked.ts';

/**
 * A handler of queued messages, all of a batch at once: the batch size of the event source bounds them. Those that fail
 * or cannot be read come again, and end in the dead letter queue; they keep no other one from being acknowledged.
 */
export const eachMessage =
  <T>(schema: z.ZodType<T>, work: (message: T) => Promise<void>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const results = await Promise.allSettled(Records.map(async ({ body }) => work(schema.parse(JSON.parse(body)))));
    return {
      batchItemFailures: results.flatMap((result, index) => {
        const record = Records[index];
        if (result.status === 'fulfilled' || !record) return [];
        log.error('message failed', { message_id: record.messageId }, result.reason);
        return [{ itemIdentifier: record.messageId }];
      }),
    };
  };

type Image = Record<string, AttributeValue>;

const changeOf = ({ dynamodb }: DynamoDBRecord): ItemChange => ({
  ...(dynamodb?.OldImage && { old: unmarshall(dynamodb.OldImage as Image) as Item }),
  ...(dynamodb?.NewImage && { new: unmarshall(dynamodb.NewImage as Image) as Item }),
});

const kindOf = ({ dynamodb }: DynamoDBRecord): string | undefined =>
  (dynamodb?.NewImage ?? dynamodb?.OldImage)?.kind?.S;

/**
 * A handler of the table's stream that works on all changes of a batch together, in their order, leaving out items of
 * other kinds unread. When the work fails, so does the handler, and the batch comes again in halves (so the work must be safe
 * to repeat): one that names a record to resume at is not halved for certain. It names one that cannot be read, once all
 * before it have been worked on.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export const changesTogether = (
  kinds: readonly string[],
  work: (changes: readonly ItemChange[]) => Promise<void>,
): ((event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>) =>
  masked(async ({ Records }) => {
    const relevant = Records.filter((record) => kinds.includes(kindOf(record) ?? ''));
    const changes: ItemChange[] = [];
    let failed: DynamoDBRecord | undefined;
    try {
      for (const record of relevant) {
        failed = record;
        changes.push(changeOf(record));
      }
      failed = undefined;
    } catch (error) {
      log.error('stream record unreadable', { event_id: failed?.eventID }, error);
    }
    try {
      if (changes.length > 0) await work(changes);
    } catch (error) {
      log.error('stream batch failed', { event_id: relevant[0]?.eventID }, error);
      throw error;
    }
    return { batchItemFailures: failed ? [{ itemIdentifier: failed.dynamodb?.SequenceNumber ?? '' }] : [] };
  });
