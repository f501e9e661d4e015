import { createHash } from 'node:crypto';
import { type BatchResultErrorEntry, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { portionsOf } from '../../domain/portions.ts';
import { checkQueueDelay } from '../../domain/queue-delay.ts';
import type { Message, Queue } from '../../ports/queue.ts';
import { retry } from '../../process/retry.ts';
import { clientSettings, once } from './clients.ts';
import { required } from './environment.ts';

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly DelaySeconds?: number;
  readonly MessageGroupId?: string;
}

// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html
const entriesPerBatch = 10;
const bytesPerBatch = 256 * 1024;
const again = { first_ms: 100, jitter: 1, most_tries: 4 };

// On a standard queue the group makes no order, it makes the queue fair: messages of groups that have few in flight go
// first. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
const groupIdOf = (group: string): string => createHash('sha256').update(group).digest('base64url');

const entryOf = ({ body, delay_seconds, group }: Message, index: number): Entry => ({
  Id: String(index),
  MessageBody: JSON.stringify(body),
  ...(delay_seconds !== undefined && { DelaySeconds: delay_seconds }),
  ...(group !== undefined && { MessageGroupId: groupIdOf(group) }),
});

/** Entries in batches that SQS takes; one that is too large by itself is left for SQS to refuse. */
const batchesOf = (entries: readonly Entry[]): Entry[][] =>
  portionsOf(entries, ({ MessageBody }) => Buffer.byteLength(MessageBody), {
    bytes: bytesPerBatch,
    entries: entriesPerBatch,
  });

/** SQS took a batch, but not all of its entries. */
class NotTakenError extends Error {
  override readonly name = 'NotTakenError';
  readonly isOurFault: boolean;
  constructor({ Code, Message, SenderFault }: BatchResultErrorEntry) {
    super(`the queue did not take a message: ${Code}${Message ? ` (${Message})` : ''}`);
    this.isOurFault = SenderFault === true;
  }
}

/** A queue of SQS. Entries that SQS fails through no fault of ours are sent again a few times. */
export const sqsQueue = (client: SQSClient, queueUrl: string): Queue => {
  const sendBatch = async (entries: readonly Entry[]): Promise<void> => {
    let left = entries;
    const send = async (): Promise<void> => {
      const { Failed = [] } = await client.send(
        new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: [...left] }),
      );
      left = left.filter(({ Id }) => Failed.some((failed) => failed.Id === Id));
      const failed = Failed.find(({ SenderFault }) => SenderFault) ?? Failed[0];
      if (failed) throw new NotTakenError(failed);
    };
    const isPassing = (error: unknown): boolean => error instanceof NotTakenError && !error.isOurFault;
    await retry(send, { ...again, isPassing });
  };

  return {
    async send(messages) {
      // SQS would refuse such a message and take the others.
      messages.forEach(checkQueueDelay);
      for (const batch of batchesOf(messages.map(entryOf))) await sendBatch(batch);
    },
  };
};

const client = once(() => new SQSClient(clientSettings()));

/** The queue of webhook deliveries that are to be made at once: WEBHOOK_QUEUE_URL. */
export const openWebhookQueue = once(() => sqsQueue(client(), required('WEBHOOK_QUEUE_URL')));

/** The queue of speech that is to be transcribed: TRANSCRIPTION_QUEUE_URL. */
export const openTranscriptionQueue = once(() => sqsQueue(client(), required('TRANSCRIPTION_QUEUE_URL')));

/** The queue of webhook deliveries that may take long, and of retries: SLOW_WEBHOOK_QUEUE_URL. */
export const openSlowWebhookQueue = once(() => sqsQueue(client(), required('SLOW_WEBHOOK_QUEUE_URL')));

/** The queue of calendars, and of events, that are to be looked at: CALENDAR_QUEUE_URL. */
export const openCalendarQueue = once(() => sqsQueue(client(), required('CALENDAR_QUEUE_URL')));

/** The queue of connections that are to be looked at, and of what was told of them: CONNECTION_QUEUE_URL. */
export const openConnectionQueue = once(() => sqsQueue(client(), required('CONNECTION_QUEUE_URL')));
