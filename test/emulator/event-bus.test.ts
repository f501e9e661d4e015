import {
  EventBridgeClient,
  ListRulesCommand,
  ListTargetsByRuleCommand,
  TestEventPatternCommand,
} from '@aws-sdk/client-eventbridge';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { emulatedEventBus } from '../../lib/emulator/event-bus.ts';
import { taskEvent } from '../../lib/emulator/task-events.ts';

const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
const event = taskEvent({ taskArn: 'arn:aws:ecs:us-east-1:000000000000:task/cluster/a' }, '2026-11-28T10:00:00.000Z');

/** A bus with these rules, each for a function of its name; `matches` answers for the rule whose pattern is asked about. */
const aBus = (names: readonly string[], matches: (name: string) => boolean | Promise<boolean>) => {
  const events = mockClient(EventBridgeClient);
  const functions = mockClient(LambdaClient);
  events.on(ListRulesCommand).resolves({
    Rules: names.map((name) => ({ Name: name, State: 'ENABLED', EventPattern: name })),
  });
  events.on(TestEventPatternCommand).callsFake(async ({ EventPattern }) => ({ Result: await matches(EventPattern) }));
  events
    .on(ListTargetsByRuleCommand)
    .callsFake(async ({ Rule }) => ({ Targets: [{ Id: '1', Arn: functionArn(Rule) }] }));
  functions.on(InvokeCommand).resolves({});
  const called = () => functions.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input.FunctionName);
  return { bus: emulatedEventBus(new EventBridgeClient(), new LambdaClient()), functions, called };
};

it("calls the targets of the rules that an event matches with the whole event, and no other's", async () => {
  const { bus, functions, called } = aBus(['ours', 'others'], (name) => name === 'ours');
  await bus.tell(event);
  expect(called()).toEqual([functionArn('ours')]);
  const [call] = functions.commandCalls(InvokeCommand);
  expect(JSON.parse(String(call?.args[0].input.Payload))).toEqual(event);
});

it('does not keep one rule waiting for what is asked about another', async () => {
  const answer = Promise.withResolvers<boolean>();
  const { bus, called } = aBus(['slow', 'ours'], (name) => (name === 'slow' ? answer.promise : true));
  const told = bus.tell(event);
  await expect.poll(called).toEqual([functionArn('ours')]);
  answer.resolve(true);
  await told;
  expect(called()).toEqual([functionArn('ours'), functionArn('slow')]);
});
