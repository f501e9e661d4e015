import { SendMessageBatchCommand, type SendMessageBatchCommandOutput, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sqsQueue } from '../../../lib/adapters/aws/queue.ts';

const sqs = mockClient(SQSClient);
afterAll(() => sqs.restore());
const queue = sqsQueue(new SQSClient({ region: 'us-east-1' }), 'https://sqs.example.com/queue');
const taken: SendMessageBatchCommandOutput = { $metadata: {}, Successful: [], Failed: [] };
const failed = (Id: string, SenderFault: boolean) => ({ Id, SenderFault, Code: 'Broken', Message: 'for a while' });
const sentIds = () =>
  sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => args[0].input.Entries?.map(({ Id }) => Id));

beforeEach(() => sqs.reset());

describe('sending to SQS', () => {
  it('sends tens, and no batch larger than SQS takes', async () => {
    sqs.on(SendMessageBatchCommand).resolves(taken);
    await queue.send(Array.from({ length: 12 }, () => ({ body: 1 })));
    await queue.send(Array.from({ length: 3 }, () => ({ body: 'x'.repeat(100_000) })));
    expect(sentIds().map((ids) => ids?.length)).toEqual([10, 2, 2, 1]);
  });

  it('sends what failed again, and nothing else', async () => {
    sqs
      .on(SendMessageBatchCommand)
      .resolvesOnce({ ...taken, Failed: [failed('1', false)] })
      .resolves(taken);
    await queue.send([{ body: 'a' }, { body: 'b', delay_seconds: 5 }]);
    expect(sentIds()).toEqual([['0', '1'], ['1']]);
    expect(sqs.commandCalls(SendMessageBatchCommand)[1]?.args[0].input.Entries).toEqual([
      { Id: '1', MessageBody: '"b"', DelaySeconds: 5 },
    ]);
  });

  it('names the group of a message, so that the queue is fair', async () => {
    sqs.on(SendMessageBatchCommand).resolves(taken);
    await queue.send([
      { body: 'a', group: 'prj_1 https://hooks.example.com' },
      { body: 'b', group: 'other' },
    ]);
    const groups = sqs.commandCalls(SendMessageBatchCommand)[0]?.args[0].input.Entries?.map((it) => it.MessageGroupId);
    expect(groups).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
    expect(new Set(groups).size).toBe(2);
  });

  it('rejects at once what is our own fault', async () => {
    sqs.on(SendMessageBatchCommand).resolves({ ...taken, Failed: [failed('0', true)] });
    await expect(queue.send([{ body: 1 }])).rejects.toThrow('the queue did not take a message: Broken (for a while)');
    expect(sentIds()).toHaveLength(1);
  });

  it('rejects when it fails again and again', async () => {
    sqs.on(SendMessageBatchCommand).resolves({ ...taken, Failed: [failed('0', false)] });
    await expect(queue.send([{ body: 1 }])).rejects.toThrow('the queue did not take a message');
    expect(sentIds()).toHaveLength(4);
  });
});
