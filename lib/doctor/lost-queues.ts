/** Queues of what was given up, and how it gets back to where it was worked on. */
import { GetQueueAttributesCommand, type SQSClient, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { type Deployment, lostId, namesOf, shortName } from './deployment.ts';

export interface LostQueue {
  readonly queue: string;
  readonly messages: number;
  /** The queues that they came from and can go back to; none where they are records of a stream, or events. */
  readonly from: string | null;
  /** What the commands of AWS call it. */
  readonly url: string;
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

/** Where a queue lays what it gives up. */
const RedrivePolicy = z.object({ deadLetterTargetArn: z.string() });

const givesUpTo = (policy: string | undefined): string | undefined =>
  policy === undefined ? undefined : RedrivePolicy.parse(JSON.parse(policy)).deadLetterTargetArn;

/** What an SQS answers that does not know a request: emulators do not know all. */
const isUnknown = (error: unknown): boolean =>
  error instanceof Error && /InvalidAction|UnknownOperation|NotImplemented/.test(error.name);

/** The URLs of a deployment's queues: those of what was given up, and those that give something up. */
export interface DeployedQueues {
  readonly lost: readonly string[];
  readonly others: readonly string[];
}

/** Who says what still matters of records that no queue takes back. Of some of them webhooks are made. */
export const stillMattering = (queue: string): string =>
  /FanOut/.test(queue)
    ? 'npm run admin -- webhooks catch-up --since TIME --outputs FILE, in each project, makes those of bots; those of calendars and connections are not made any more'
    : 'npm run admin -- bots stuck --outputs FILE names the bots to see to';

export const queuesOf = (deployment: Deployment): DeployedQueues => {
  const lost = namesOf(deployment, 'AWS::SQS::Queue', lostId);
  return { lost, others: namesOf(deployment, 'AWS::SQS::Queue').filter((url) => !lost.includes(url)) };
};

export const sqsLostQueues = (sqs: SQSClient, queues: () => Promise<DeployedQueues>): LostQueues => {
  const read = async (QueueUrl: string) => {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'QueueArn', 'RedrivePolicy'],
      }),
    );
    return {
      queue: shortName(QueueUrl),
      url: QueueUrl,
      messages: Number(Attributes?.ApproximateNumberOfMessages ?? 0),
      arn: Attributes?.QueueArn ?? '',
      givesUpTo: givesUpTo(Attributes?.RedrivePolicy),
    };
  };
  const all = async () => {
    const urls = await queues();
    const [lost, others] = await Promise.all([urls.lost, urls.others].map((some) => Promise.all(some.map(read))));
    return (lost ?? []).map(({ queue, url, messages, arn }) => {
      const from = (others ?? []).filter((one) => one.givesUpTo === arn).map((one) => one.queue);
      return { arn, shown: { queue, messages, from: from.length === 0 ? null : from.join(', '), url } };
    });
  };

  return {
    list: async () => (await all()).map(({ shown }) => shown),
    async redrive(queue) {
      const found = (await all()).find(({ shown }) => shown.queue === queue);
      if (!found) throw new NotRedrivenError(`there is no queue ${queue}: lost list names all`);
      const { arn, shown } = found;
      if (shown.messages === 0) throw new NotRedrivenError(`${queue} is empty`);
      if (shown.from === null) {
        throw new NotRedrivenError(
          `${queue} holds records of the table's stream, or events, which no queue takes: ${stillMattering(queue)}; then aws sqs purge-queue --queue-url ${shown.url} empties it`,
        );
      }
      const move = new StartMessageMoveTaskCommand({ SourceArn: arn, MaxNumberOfMessagesPerSecond: mostASecond });
      await sqs.send(move).catch((error: unknown) => {
        if (!isUnknown(error)) throw error;
        throw new NotRedrivenError(
          `what answers in place of SQS does not know how to move messages (StartMessageMoveTask): ${queue} stays as it is`,
          { cause: error },
        );
      });
      return shown;
    },
  };
};
