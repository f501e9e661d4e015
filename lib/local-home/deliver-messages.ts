/** Hands queued messages to a function as SQS does. */
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import type { LocalDatabase } from '../adapters/local/database.ts';
import { type Pump, startPump } from '../adapters/local/pump.ts';
import type { ReceivableQueue, ReceivedMessage } from '../adapters/local/queue.ts';

/** Slow receivers hold up no more than one of these. */
const most_batches = 16;
const most_messages = 10;
const longest_close_ms = 2000;

const Answer = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) }).nullable();

const recordOf = (message: ReceivedMessage): SQSRecord => ({
  messageId: message.id,
  receiptHandle: message.receipt,
  body: JSON.stringify(message.body),
  attributes: {
    ApproximateReceiveCount: String(message.receive_count),
    SentTimestamp: String(message.sent_at.getTime()),
    SenderId: 'local',
    ApproximateFirstReceiveTimestamp: String(message.first_received_at.getTime()),
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:local:000000000000:webhooks',
  awsRegion: 'local',
});

export interface DeliverMessagesOptions {
  readonly database: LocalDatabase;
  readonly queue: ReceivableQueue;
  invoke(event: SQSEvent): Promise<unknown>;
  onFault(error: unknown): void;
}

/** Starts handing over messages as they fall due. Closing does not wait long: what was in hand comes again. */
export const deliverMessages = ({ database, queue, invoke, onFault }: DeliverMessagesOptions): Pump => {
  const underWay = new Set<Promise<void>>();
  queue.recover();

  const handOver = async (batch: readonly ReceivedMessage[]): Promise<void> => {
    let isFailed = (_: ReceivedMessage): boolean => true;
    try {
      const answer = Answer.parse(await invoke({ Records: batch.map(recordOf) }));
      const failed = new Set(answer?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      isFailed = ({ id }) => failed.has(id);
    } catch (error) {
      onFault(error);
    }
    if (!database.isOpen) return;
    for (const message of batch) {
      if (!isFailed(message)) queue.acknowledge(message);
      else if (queue.refuse(message) === 'set aside') {
        onFault(new Error(`message ${message.id} failed ${message.receive_count} times and is set aside`));
      }
    }
  };

  const pump = startPump({
    database,
    work: () => {
      const batch = underWay.size < most_batches ? queue.receive(most_messages) : [];
      if (batch.length === 0) return false;
      const handing = handOver(batch)
        .catch(onFault)
        .finally(() => {
          underWay.delete(handing);
          pump.wake();
        });
      underWay.add(handing);
      return true;
    },
    nextDue: () => (underWay.size < most_batches ? queue.nextDue() : undefined),
    onFault,
  });
  return {
    wake: pump.wake,
    close: async () => {
      await pump.close();
      const late = new Promise<void>((resolve) => setTimeout(resolve, longest_close_ms).unref());
      await Promise.race([Promise.all(underWay), late]);
    },
  };
};
