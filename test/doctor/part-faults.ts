/** Parts of the stack that are gone or off: what is said of each, and of those that may not be looked at. */
import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeRuleCommand } from '@aws-sdk/client-eventbridge';
import { GetEventSourceMappingCommand, GetFunctionCommand } from '@aws-sdk/client-lambda';
import { DescribeStateMachineCommand } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import type { Fault } from './faults.ts';

const failure = (name: string): Error => Object.assign(new Error('no'), { name });
const gone = 'npx cdk deploy --revert-drift';

export const partFaults: Readonly<Record<string, Fault>> = {
  'a function is gone': {
    breaks: ({ mocks }) => {
      const named = { FunctionName: 'Transcribe' };
      mocks.lambda.on(GetFunctionCommand, named).rejects(failure('ResourceNotFoundException'));
      return undefined;
    },
    is: 'wrong',
    says: 'parts: the function Transcribe is gone',
    todo: gone,
  },
  'a function may not run': {
    breaks: ({ mocks }) => {
      mocks.lambda
        .on(GetFunctionCommand, { FunctionName: 'EnterState' })
        .resolves({ Configuration: { State: 'Active' }, Concurrency: { ReservedConcurrentExecutions: 0 } });
      return undefined;
    },
    is: 'wrong',
    says: 'parts: the function EnterState may not run: its reserved concurrency is 0',
    todo: 'aws lambda delete-function-concurrency --function-name EnterState',
  },
  'a function has failed': {
    breaks: ({ mocks }) => {
      mocks.lambda
        .on(GetFunctionCommand, { FunctionName: 'EnterState' })
        .resolves({ Configuration: { State: 'Failed', StateReason: 'its key is gone' } });
      return undefined;
    },
    is: 'wrong',
    says: 'parts: the function EnterState is Failed: its key is gone',
    todo: 'delete it, then npx cdk deploy --revert-drift',
  },
  'a queue is not worked on': {
    breaks: ({ mocks, mapping }) => {
      mocks.lambda.on(GetEventSourceMappingCommand).resolves(mapping('Disabled'));
      return undefined;
    },
    is: 'wrong',
    says: 'parts: Deliver is given nothing from webhooks: the event source mapping is Disabled',
    todo: 'aws lambda update-event-source-mapping --uuid uuid-of-webhooks --enabled',
  },
  'what gives a function its work is gone': {
    breaks: ({ mocks }) => {
      mocks.lambda.on(GetEventSourceMappingCommand).rejects(failure('ResourceNotFoundException'));
      return undefined;
    },
    is: 'wrong',
    says: 'parts: the event source mapping WebhooksDeliverSqsEventSource12345678 is gone',
    todo: gone,
  },
  'a rule is disabled': {
    breaks: ({ mocks }) => {
      mocks.events.on(DescribeRuleCommand).resolves({ State: 'DISABLED' });
      return undefined;
    },
    is: 'wrong',
    says: 'parts: the rule of events TaskStopped is DISABLED',
    todo: 'aws events enable-rule --name TaskStopped',
  },
  'a schedule calls nothing': {
    breaks: ({ mocks }) => {
      mocks.cloudWatch.on(GetMetricStatisticsCommand, { Namespace: 'AWS/Lambda' }).resolves({ Datapoints: [] });
      return undefined;
    },
    is: 'wrong',
    says: 'schedules: ForgetOldSchedule has not called ForgetOld for three hours',
    todo: 'aws scheduler get-schedule --name ForgetOldSchedule tells',
  },
  'a queue has lost its policy': {
    breaks: ({ mocks, queueUrl }) => {
      mocks.sqs
        .on(GetQueueAttributesCommand, { QueueUrl: queueUrl('slow') })
        .resolves({ Attributes: { ApproximateNumberOfMessages: '0' } });
      return undefined;
    },
    is: 'look',
    says: 'parts: the queue slow has no policy any more',
    todo: gone,
  },
  'the state machine is gone': {
    breaks: ({ mocks }) => {
      mocks.stepFunctions.on(DescribeStateMachineCommand).rejects(failure('StateMachineDoesNotExist'));
      return undefined;
    },
    is: 'wrong',
    says: 'parts: the state machine MeetingBots-bot-lifecycle is gone',
    todo: gone,
  },
  'the state machine is being deleted': {
    breaks: ({ mocks, machine }) => {
      mocks.stepFunctions.on(DescribeStateMachineCommand).resolves(machine('DELETING'));
      return undefined;
    },
    is: 'wrong',
    says: 'parts: the state machine MeetingBots-bot-lifecycle is DELETING',
    todo: gone,
  },
  'somebody may not look at rules': {
    breaks: ({ mocks }) => {
      mocks.events.on(DescribeRuleCommand).rejects(failure('AccessDeniedException'));
      return undefined;
    },
    is: 'unknown',
    says: 'parts: you may not look at 1 rule of events: no',
    todo: 'events:DescribeRule',
  },
  'there are more parts than fit on a page': {
    breaks: ({ mocks, listed }) => {
      const { StackResourceSummaries } = listed();
      const [one, ...others] = StackResourceSummaries;
      if (!one) throw new Error('there is none');
      const more = { ...one, ResourceType: 'AWS::Lambda::Function', PhysicalResourceId: 'OnPageTwo' };
      const left = { ...more, PhysicalResourceId: 'Left', ResourceStatus: 'DELETE_COMPLETE' as const };
      mocks.cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [one], NextToken: '2' });
      mocks.cloudFormation
        .on(ListStackResourcesCommand, { NextToken: '2' })
        .resolves({ StackResourceSummaries: [...others, more, left] });
      for (const FunctionName of ['OnPageTwo', 'Left'])
        mocks.lambda.on(GetFunctionCommand, { FunctionName }).rejects(failure('ResourceNotFoundException'));
      return undefined;
    },
    is: 'wrong',
    says: 'parts: the function OnPageTwo is gone\n       → npx cdk deploy --revert-drift makes it again\n\n1 thing',
    todo: gone,
  },
};
