/** Queues of what was given up, and how it gets back to where it was worked on. */
import {
  GetQueueAttributesCommand,
  ListDeadLetterSourceQueuesCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { queueName } from './deployment.ts';

export interface LostQueue {
  readonly queue: string;
  readonly messages: number;
  /** Where they came from and can go back to; none where they are records of a stream, or events. */
  readonly from: string | null;
}

export interface LostQueues {
  list(): Promise<LostQueue[]>;
  /** Has the messages of a queue worked on again. Answers how many there are, and where they go. */
  redrive(queue: string): Promise<LostQueue>;
}

/** Nothing can be moved; the message says why. */
export class NotRedrivenError extends Error {
  override readonly name = 'NotRedrivenError';
}

/** A thousand that fail again at once would only be in the way of what is new. */
const mostASecond = 10;

export const sqsLostQueues = (sqs: SQSClient, urls: () => Promise<readonly string[]>): LostQueues => {
  const read = async (QueueUrl: string): Promise<LostQueue & { readonly arn: string }> => {
    const [{ Attributes }, { queueUrls: [from] = [] }] = await Promise.all([
      sqs.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages', 'QueueArn'] }),
      ),
      sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl })),
    ]);
    return {
      queue: queueName(QueueUrl),
      messages: Number(Attributes?.ApproximateNumberOfMessages ?? 0),
      from: from === undefined ? null : queueName(from),
      arn: Attributes?.QueueArn ?? '',
    };
  };
  const all = async () => Promise.all((await urls()).map(read));
  const shown = ({ queue, messages, from }: LostQueue): LostQueue => ({ queue, messages, from });

  return {
    list: async () => (await all()).map(shown),
    async redrive(queue) {
      const found = (await all()).find((one) => one.queue === queue);
      if (!found) throw new NotRedrivenError(`there is no queue ${queue}: lost list names all`);
      if (found.messages === 0) throw new NotRedrivenError(`${queue} is empty`);
      if (found.from === null) {
        throw new NotRedrivenError(
          `${queue} holds records of the table's stream, or events, which no queue takes: bots stuck says what of it still matters`,
        );
      }
      await sqs.send(
        new StartMessageMoveTaskCommand({ SourceArn: found.arn, MaxNumberOfMessagesPerSecond: mostASecond }),
      );
      return shown(found);
    },
  };
};
