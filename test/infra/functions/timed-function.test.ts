import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { TimedFunction } from '../../../lib/infra/functions/timed-function.ts';

const templateOf = (every_seconds: number): Template => {
  const stack = new Stack(new App({ context: { 'aws:cdk:bundling-stacks': [] } }), 'Timed');
  // Any function that there is.
  new TimedFunction(stack, 'Sweep', { job: { function_name: 'lifecycle/follow', every_seconds }, needs: [] });
  return Template.fromStack(stack);
};

describe('a function that a schedule calls', () => {
  it.each([
    [5, 'rate(1 minute)'],
    [60, 'rate(1 minute)'],
    [600, 'rate(10 minutes)'],
  ])('is called as often as the schedule can: every %i s by %s', (seconds, ScheduleExpression) => {
    templateOf(seconds).hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression,
      Target: { Arn: Match.anyValue(), RetryPolicy: { MaximumRetryAttempts: 0 } },
    });
  });

  it('is called for schedules of this account alone', () => {
    templateOf(60).hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: {
        Statement: [
          {
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      },
    });
  });

  it('is all that the schedule may call', () => {
    const template = templateOf(60);
    const statements = Object.values(template.findResources('AWS::IAM::Policy')).flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement as { Action: string; Resource: unknown }[],
    );
    const calls = statements.filter(({ Action }) => Action === 'lambda:InvokeFunction');
    const [id] = Object.keys(template.findResources('AWS::Lambda::Function'));
    expect(calls).toHaveLength(1);
    expect(JSON.stringify(calls[0]?.Resource)).toContain(id);
  });
});
