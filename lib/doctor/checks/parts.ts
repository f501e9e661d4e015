import { DescribeRuleCommand } from '@aws-sdk/client-eventbridge';
import { GetEventSourceMappingCommand, GetFunctionCommand } from '@aws-sdk/client-lambda';
import { DescribeStateMachineCommand } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { type Resource, shortName } from '../deployment.ts';
import { counted, type Finding, look, well, wrong } from '../finding.ts';
import { unseen } from '../unseen.ts';
import type { Check, World } from '../world.ts';

const about = 'parts';

// Without it CloudFormation compares templates alone, and finds nothing to do.
const deploy = 'npx cdk deploy --revert-drift';

interface Kind {
  readonly one: string;
  /** What whoever looks must be allowed to do. */
  readonly permission: string;
  /** What is wrong with one that is there. */
  readonly faultOf: (world: World, part: Resource) => Promise<Finding | undefined>;
}

const functionFault: Kind['faultOf'] = async ({ lambda }, { name }) => {
  const { Configuration, Concurrency } = await lambda.send(new GetFunctionCommand({ FunctionName: name }));
  if (Concurrency?.ReservedConcurrentExecutions === 0)
    return wrong(
      about,
      `the function ${name} may not run: its reserved concurrency is 0`,
      `aws lambda delete-function-concurrency --function-name ${name}`,
    );
  const { State: state = 'Active', StateReason = 'no reason is told' } = Configuration ?? {};
  // One that was just made is on its way; any other refuses to be called:
  // https://docs.aws.amazon.com/lambda/latest/dg/functions-states.html
  if (['Active', 'Pending'].includes(state)) return undefined;
  const mend = state === 'Failed' ? `delete it, then ${deploy} makes it again` : 'its page in Lambda says more';
  return wrong(about, `the function ${name} is ${state}: ${StateReason}`, mend);
};

const mappingFault: Kind['faultOf'] = async ({ lambda }, { name: UUID }) => {
  const found = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
  const { State = 'Enabled', FunctionArn = '', EventSourceArn = '' } = found;
  if (!/^(Disabl|Delet)/.test(State)) return undefined;
  const source = EventSourceArn.includes(':dynamodb:') ? "the table's stream" : shortName(EventSourceArn);
  return wrong(
    about,
    `${shortName(FunctionArn)} is given nothing from ${source}: the event source mapping is ${State}`,
    `aws lambda update-event-source-mapping --uuid ${UUID} --enabled`,
  );
};

const ruleFault: Kind['faultOf'] = async ({ events }, { name }) => {
  const { State } = await events.send(new DescribeRuleCommand({ Name: name }));
  if (State !== 'DISABLED') return undefined;
  return wrong(about, `the rule of events ${name} is DISABLED`, `aws events enable-rule --name ${name}`);
};

const queueFault: Kind['faultOf'] = async ({ sqs, emulator }, { name: QueueUrl }) => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn', 'Policy'] }),
  );
  // Not every emulator keeps the policies of queues.
  if (Attributes?.Policy || emulator) return undefined;
  return look(
    about,
    `the queue ${shortName(QueueUrl)} has no policy any more: it takes what comes without TLS, and no events`,
    `${deploy} brings it back`,
  );
};

const machineFault: Kind['faultOf'] = async ({ stepFunctions }, { name: stateMachineArn }) => {
  const { status } = await stepFunctions.send(new DescribeStateMachineCommand({ stateMachineArn }));
  if (status !== 'DELETING') return undefined;
  const says = `the state machine ${shortName(stateMachineArn)} is DELETING: no bot moves on`;
  return wrong(about, says, `once it is gone, ${deploy} makes it again`);
};

const kinds: Readonly<Record<string, Kind>> = {
  'AWS::Lambda::Function': { one: 'function', permission: 'lambda:GetFunction', faultOf: functionFault },
  'AWS::Lambda::EventSourceMapping': {
    one: 'event source mapping',
    permission: 'lambda:GetEventSourceMapping',
    faultOf: mappingFault,
  },
  'AWS::Events::Rule': { one: 'rule of events', permission: 'events:DescribeRule', faultOf: ruleFault },
  'AWS::SQS::Queue': { one: 'queue', permission: 'sqs:GetQueueAttributes', faultOf: queueFault },
  'AWS::StepFunctions::StateMachine': {
    one: 'state machine',
    permission: 'states:DescribeStateMachine',
    faultOf: machineFault,
  },
};

/** Each service has its own word for what is not there. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && /NotFound|DoesNotExist|NonExistent/.test(error.name);

/** Mappings are called by numbers that nobody knows. */
const nameOf = ({ id, type, name }: Resource): string =>
  type === 'AWS::Lambda::EventSourceMapping' ? id : shortName(name);

const faultOf = async ({ one, faultOf: look }: Kind, world: World, part: Resource): Promise<Finding | undefined> => {
  try {
    return await look(world, part);
  } catch (error) {
    if (!isGone(error)) throw error;
    return wrong(about, `the ${one} ${nameOf(part)} is gone`, `${deploy} makes it again`);
  }
};

/** More at once are refused by Lambda, which has a rate for such questions. */
const mostAtOnce = 10;

/** What is wrong with those of a kind; where some cannot be looked at, the first refusal stands for all. */
const faultsOf = async (kind: Kind, world: World, parts: readonly Resource[]): Promise<Finding[]> => {
  const asked: PromiseSettledResult<Finding | undefined>[] = [];
  for (let from = 0; from < parts.length; from += mostAtOnce) {
    const some = parts.slice(from, from + mostAtOnce);
    asked.push(...(await Promise.allSettled(some.map((part) => faultOf(kind, world, part)))));
  }
  const found = asked.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
  const refusals = asked.filter((one) => one.status === 'rejected');
  const [first] = refusals;
  if (!first) return found;
  const sight = { at: counted(refusals.length, kind.one), permission: kind.permission };
  return [...found, unseen(about, world, first.reason, sight)];
};

const listed = new Intl.ListFormat('en-GB');

/** Whether what the stack is made of is there, and on: somebody may have switched it off, or deleted it, by hand. */
export const checkParts: Check = async (world) => {
  const ofKinds = Object.entries(kinds).map(([type, kind]) => ({
    kind,
    parts: world.deployment.resources.filter((one) => one.type === type),
  }));
  const faults = await Promise.all(ofKinds.map(({ kind, parts }) => faultsOf(kind, world, parts)));
  if (faults.flat().length > 0) return faults.flat();
  const all = ofKinds.map(({ kind, parts }) => counted(parts.length, kind.one));
  return [well(about, `${listed.format(all)} are there, and on`)];
};
