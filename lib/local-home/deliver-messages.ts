/** Hands queued messages to a function as SQS does. */
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import type { LocalDatabase } from '../adapters/local/database.ts';
import { type Pump, startPump } from '../adapters/local/pump.ts';
import type { ReceivableQueue, ReceivedMessage } from '../adapters/local/queue.ts';

/** Messages in hand at a time, each in an event of its own, so that a slow receiver holds up no other message. */
const most_messages = 32;
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

  const handOver = async (message: ReceivedMessage): Promise<void> => {
    let isDone = false;
    try {
      const answer = Answer.parse(await invoke({ Records: [recordOf(message)] }));
      isDone = !answer?.batchItemFailures.length;
    } catch (error) {
      onFault(error);
    }
    if (!database.isOpen) return;
    if (isDone) queue.acknowledge(message);
    else if (queue.refuse(message) === 'set aside') {
      onFault(new Error(`message ${message.id} failed ${message.receive_count} times and is set aside`));
    }
  };

  const pump = startPump({
    database,
    work: () => {
      for (const message of queue.receive(most_messages - underWay.size)) {
        const handing = handOver(message)
          .catch(onFault)
          .finally(() => {
            underWay.delete(handing);
            pump.wake();
          });
        underWay.add(handing);
      }
      return false;
    },
    nextDue: () => (underWay.size < most_messages ? queue.nextDue() : undefined),
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
