/**
 * Brings the events of AWS services to the targets of an emulator's rules. `PutEvents` takes no event whose source begins
 * with `aws.`, on AWS and on emulators: so the rules are read, the emulator says which of them an event matches, and
 * their targets are called as EventBridge would call them.
 */
import {
  type EventBridgeClient,
  ListRulesCommand,
  ListTargetsByRuleCommand,
  type Rule,
  type Target,
  TestEventPatternCommand,
} from '@aws-sdk/client-eventbridge';
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { TaskEvent } from './task-events.ts';

export interface EventBus {
  /** @throws Error when a rule's target is no function, or cannot be called */
  tell(event: TaskEvent): Promise<void>;
}

export const emulatedEventBus = (events: EventBridgeClient, functions: LambdaClient): EventBus => {
  const rules = async (): Promise<Rule[]> => {
    const found: Rule[] = [];
    for (let NextToken: string | undefined; ; ) {
      const page = await events.send(new ListRulesCommand({ NextToken }));
      found.push(...(page.Rules ?? []));
      NextToken = page.NextToken;
      if (!NextToken) return found;
    }
  };

  const matches = async ({ State, EventPattern }: Rule, event: string): Promise<boolean> => {
    if (State !== 'ENABLED' || !EventPattern) return false;
    const { Result } = await events.send(new TestEventPatternCommand({ EventPattern, Event: event }));
    return Result === true;
  };

  const call = async (rule: Rule, { Arn = '', Input, InputPath, InputTransformer }: Target, event: string) => {
    if (!/^arn:[^:]+:lambda:/.test(Arn) || Input || InputPath || InputTransformer) {
      throw new Error(
        `the rule ${rule.Name} has a target that cannot be called here: ${Arn} is not a function's whole event`,
      );
    }
    await functions.send(
      new InvokeCommand({ FunctionName: Arn, InvocationType: 'Event', Payload: Buffer.from(event) }),
    );
  };

  const follow = async (rule: Rule, event: string): Promise<void> => {
    if (!(await matches(rule, event))) return;
    const { Targets = [] } = await events.send(new ListTargetsByRuleCommand({ Rule: rule.Name }));
    for (const target of Targets) await call(rule, target, event);
  };

  return {
    // All rules at once, as EventBridge does it: none waits for what is asked about another.
    async tell(taskEvent) {
      const event = JSON.stringify(taskEvent);
      await Promise.all((await rules()).map((rule) => follow(rule, event)));
    },
  };
};
