/** What was given up: it is listed, and goes back to where it came from. */
import { GetQueueAttributesCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { sqsLostQueues } from '../../lib/doctor/lost-queues.ts';
import { aDeployment } from './world.ts';

/** A deployment with messages in its queues of what was given up, of which the queues of webhooks filled one. */
const aDeploymentThatLost = (messages: Readonly<Record<string, number>>) => {
  const { mocks, sqs, queueUrl } = aDeployment();
  const answers = (queue: string, Attributes: Record<string, string>) =>
    mocks.sqs.on(GetQueueAttributesCommand, { QueueUrl: queueUrl(queue) }).resolves({ Attributes });
  for (const [queue, count] of Object.entries(messages)) {
    answers(queue, { ApproximateNumberOfMessages: String(count), QueueArn: `arn:${queue}` });
  }
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: 'arn:webhooks-lost', maxReceiveCount: 5 });
  for (const queue of ['webhooks', 'slow']) answers(queue, { QueueArn: `arn:${queue}`, RedrivePolicy });
  const urls = { lost: Object.keys(messages).map(queueUrl), others: ['webhooks', 'slow'].map(queueUrl) };
  return { mocks, queueUrl, lostQueues: sqsLostQueues(sqs, async () => urls) };
};

describe('what was given up', () => {
  it('goes back to the queues that it came from, slowly, and what no queue takes does not', async () => {
    const { mocks, queueUrl, lostQueues } = aDeploymentThatLost({
      'webhooks-lost': 3,
      'follow-lost': 2,
      'empty-lost': 0,
    });
    mocks.sqs.on(StartMessageMoveTaskCommand).resolves({ TaskHandle: 'task' });
    expect(await lostQueues.list()).toEqual([
      { queue: 'webhooks-lost', messages: 3, from: 'webhooks, slow', url: queueUrl('webhooks-lost') },
      { queue: 'follow-lost', messages: 2, from: null, url: queueUrl('follow-lost') },
      { queue: 'empty-lost', messages: 0, from: null, url: queueUrl('empty-lost') },
    ]);
    expect(await lostQueues.redrive('webhooks-lost')).toMatchObject({ messages: 3, from: 'webhooks, slow' });
    await expect(lostQueues.redrive('follow-lost')).rejects.toThrow(
      'which no queue takes: npm run admin -- bots stuck --outputs FILE names the bots to see to; then aws sqs purge-queue --queue-url https://sqs.us-east-1.amazonaws.com/111122223333/follow-lost empties it',
    );
    await expect(lostQueues.redrive('empty-lost')).rejects.toThrow('is empty');
    await expect(lostQueues.redrive('nowhere')).rejects.toThrow('lost list names all');
    expect(mocks.sqs.commandCalls(StartMessageMoveTaskCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { SourceArn: 'arn:webhooks-lost', MaxNumberOfMessagesPerSecond: 10 },
    ]);
  });

  it('is listed by an emulator that cannot move it, which is said in words', async () => {
    const { mocks, lostQueues } = aDeploymentThatLost({ 'webhooks-lost': 1 });
    mocks.sqs
      .on(StartMessageMoveTaskCommand)
      .rejects(Object.assign(new Error('The action StartMessageMoveTask is not valid.'), { name: 'InvalidAction' }));
    expect(await lostQueues.list()).toMatchObject([{ queue: 'webhooks-lost', messages: 1, from: 'webhooks, slow' }]);
    await expect(lostQueues.redrive('webhooks-lost')).rejects.toThrow('does not know how to move messages');
  });
});
