import { Duration, type Stack } from 'aws-cdk-lib';
import { type IRole, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import type { TimedJob } from '../../ports/timer.ts';
import { acknowledgePatterns } from '../permissions/acknowledge.ts';
import type { Provision } from '../permissions/provision.ts';
import { forThisAccount } from '../permissions/this-account.ts';
import { ServiceFunction } from './service-function.ts';

export interface TimedFunctionProps {
  readonly job: TimedJob;
  readonly needs: readonly Provision[];
  readonly timeoutSeconds?: number;
}

/** A function that a schedule calls, and that may be called again at any time: Lambda repeats what fails twice, within minutes. */
export class TimedFunction extends Construct {
  readonly called: ServiceFunction;

  constructor(scope: Construct, id: string, { job, needs, timeoutSeconds = 50 }: TimedFunctionProps) {
    super(scope, id);
    this.called = new ServiceFunction(this, 'Function', { entry: job.function_name, needs, timeoutSeconds });
    // https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
    const scheduler = new ServicePrincipal('scheduler.amazonaws.com', { conditions: forThisAccount(this) });
    const caller = new Role(this, 'Caller', { assumedBy: scheduler });
    new Schedule(this, 'Schedule', {
      description: `Calls ${job.function_name}`,
      schedule: ScheduleExpression.rate(Duration.minutes(Math.max(1, Math.ceil(job.every_seconds / 60)))),
      target: new LambdaInvoke(this.called as IFunction, {
        role: caller as IRole,
        retryAttempts: 0,
        maxEventAge: Duration.minutes(1),
      }),
    });
    acknowledgePatterns(caller, { [`${this.called.functionArn}:*`]: 'its versions, of which there are none' });
  }
}

/** All that schedules of a stack call. */
export const timedFunctions = (stack: Stack): ServiceFunction[] =>
  stack.node.findAll().flatMap((construct) => (construct instanceof TimedFunction ? [construct.called] : []));
