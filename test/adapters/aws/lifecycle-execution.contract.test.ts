import { CreateStateMachineCommand, DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn';
import { CreateQueueCommand, DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { stepFunctionsExecution } from '../../../lib/adapters/aws/lifecycle-execution.ts';
import { botLifecycle } from '../../../statemachines/bot-lifecycle.ts';
import { describeLifecycleExecution, type Entry } from '../../contracts/lifecycle-execution.ts';
import { describeSkipped, emulator, endpoint } from '../../lab/hosts/aws-endpoint.ts';

/** The state machine, its functions replaced by a queue from which the test reads what they would be called with. */
const definitionFor = (QueueUrl: string): string =>
  JSON.stringify(botLifecycle(), (_, value) =>
    value?.Parameters?.Payload
      ? {
          ...value,
          Resource: value.Resource.replace('lambda:invoke', 'sqs:sendMessage'),
          Parameters: { QueueUrl, MessageBody: value.Parameters.Payload },
        }
      : value,
  );

const openAt = async (url: string) => {
  const machines = new SFNClient(emulator(url));
  const queues = new SQSClient(emulator(url));
  const name = `contract-${crypto.randomUUID()}`;
  const { QueueUrl = '' } = await queues.send(new CreateQueueCommand({ QueueName: name }));
  const { stateMachineArn = '' } = await machines.send(
    new CreateStateMachineCommand({
      name,
      definition: definitionFor(QueueUrl),
      roleArn: 'arn:aws:iam::000000000000:role/contract',
    }),
  );

  const seen: Entry[] = [];
  const entries = async (execution: string): Promise<Entry[]> => {
    const { Messages = [] } = await queues.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    seen.push(...Messages.map(({ Body = '' }) => JSON.parse(Body) as Entry));
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    if (Entries.length > 0) await queues.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    return seen.filter(({ execution_name }) => execution_name === execution);
  };
  const isRunning = async (execution: string): Promise<boolean> => {
    const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${execution}`;
    return (await machines.send(new DescribeExecutionCommand({ executionArn }))).status === 'RUNNING';
  };
  const close = async () => {
    machines.destroy();
    queues.destroy();
  };
  return { lifecycle: stepFunctionsExecution(machines, stateMachineArn), entries, isRunning, close };
};

if (endpoint) {
  // MiniStack 1.5 passes over TimeoutSecondsPath and HeartbeatSeconds.
  describeLifecycleExecution(`Step Functions at ${endpoint}`, () => openAt(endpoint ?? ''), { timers: false });
} else {
  describeSkipped('lifecycle executions, Step Functions', 'no AWS_ENDPOINT_URL');
}
