import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { sqsQueue } from '../../../lib/adapters/aws/queue.ts';
import { describeQueue } from '../../contracts/queue.ts';
import { describeSkipped, emulator, endpoint } from '../../lab/hosts/aws-endpoint.ts';

if (endpoint) {
  describeQueue(`SQS at ${endpoint}`, async () => {
    const client = new SQSClient(emulator(endpoint ?? ''));
    const { QueueUrl = '' } = await client.send(
      new CreateQueueCommand({ QueueName: `contract-${crypto.randomUUID()}` }),
    );
    const receive = async () => {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: 10,
          MessageSystemAttributeNames: ['ApproximateReceiveCount'],
        }),
      );
      return Messages.map(({ Body = '', ReceiptHandle, Attributes }) => ({
        body: JSON.parse(Body) as unknown,
        receive_count: Number(Attributes?.ApproximateReceiveCount),
        acknowledge: async () => void (await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))),
        refuse: async () =>
          void (await client.send(
            new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
          )),
      }));
    };
    const close = async () => {
      await client.send(new DeleteQueueCommand({ QueueUrl }));
      client.destroy();
    };
    return { queue: sqsQueue(client, QueueUrl), receive, close };
  });
} else {
  describeSkipped('the queue, SQS', 'no AWS_ENDPOINT_URL');
}
