import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { countedLines } from '../../process/counted-lines.ts';
import { projectRoot } from '../functions/bundle.ts';
import { lostAndFound } from '../functions/lost-and-found.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { streamSource } from '../functions/stream-source.ts';
import { countFaults } from '../operations/count-lines.ts';
import { vendedLog } from '../operations/vended-log.ts';
import { acknowledge } from '../permissions/acknowledge.ts';
import type { Provision } from '../permissions/provision.ts';

export interface LifecycleProps {
  readonly stateMachineName: string;
  readonly table: ITable;
  readonly clusterArn: string;
  readonly needs: {
    readonly enterState: readonly Provision[];
    readonly reportFailure: readonly Provision[];
    readonly follow: readonly Provision[];
    readonly captureStopped: readonly Provision[];
  };
}

/** So long EventBridge, and after it Lambda, goes on trying to have the end of a task heard. */
const mostEventAge = Duration.hours(2);

/** The file is generated; without its blanks it is a third of the size. */
const definition = (): string =>
  JSON.stringify(JSON.parse(readFileSync(join(projectRoot, 'statemachines/bot-lifecycle.asl.json'), 'utf8')));

/** The life of each bot: its execution, what keeps it in step with the table, and what notices the end of a task. */
export class Lifecycle extends Construct {
  /** What keeps executions in step with the table, and has calendars looked at whose records have changed. */
  readonly follow: ServiceFunction;
  /** What tells that an execution has failed. */
  readonly reportFailure: ServiceFunction;

  constructor(scope: Construct, id: string, { stateMachineName, table, clusterArn, needs }: LifecycleProps) {
    super(scope, id);
    const enterState = new ServiceFunction(this, 'EnterState', {
      entry: 'lifecycle/enter-state',
      needs: needs.enterState,
      timeoutSeconds: 30,
    });
    this.reportFailure = new ServiceFunction(this, 'ReportFailure', {
      entry: 'lifecycle/report-failure',
      needs: needs.reportFailure,
    });
    this.#stateMachine(stateMachineName, enterState, this.reportFailure);
    countFaults(this, 'StepsFailed', {
      log: enterState.logGroup,
      message: countedLines.stepFailed,
      metric: 'StepsFailed',
    });

    this.follow = new ServiceFunction(this, 'Follow', {
      entry: 'lifecycle/follow',
      needs: needs.follow,
      timeoutSeconds: 60,
    });
    streamSource(this.follow, table, ['bot', 'calendar']);

    const stopped = new ServiceFunction(this, 'CaptureStopped', {
      entry: 'lifecycle/capture-stopped',
      needs: needs.captureStopped,
      timeoutSeconds: 30,
    });
    const lost = lostAndFound(this, 'TaskStoppedLost');
    // EventBridge has done its part once Lambda has the event; what the function then fails at is Lambda's.
    stopped.configureAsyncInvoke({ onFailure: new SqsDestination(lost), maxEventAge: mostEventAge, retryAttempts: 2 });
    new Rule(this, 'TaskStopped', {
      description: 'A capture task has ended, or is to end: on Spot, with two minutes of warning',
      eventPattern: {
        source: ['aws.ecs'],
        detailType: ['ECS Task State Change'],
        detail: { clusterArn: [clusterArn], desiredStatus: ['STOPPED'], lastStatus: ['RUNNING', 'STOPPED'] },
      },
      targets: [
        new LambdaFunction(stopped, {
          retryAttempts: 20,
          maxEventAge: mostEventAge,
          deadLetterQueue: lost,
        }),
      ],
    });
  }

  #stateMachine(stateMachineName: string, enterState: ServiceFunction, reportFailure: ServiceFunction): void {
    const machine = new StateMachine(this, 'StateMachine', {
      stateMachineName,
      definitionBody: DefinitionBody.fromString(definition()),
      definitionSubstitutions: {
        EnterStateFunctionArn: enterState.functionArn,
        ReportFailureFunctionArn: reportFailure.functionArn,
      },
      tracingEnabled: true,
      logs: {
        level: LogLevel.ALL,
        // Names and ids are enough: what bots are told stays in the table.
        includeExecutionData: false,
        destination: vendedLog(this, 'StateMachineLog', 'states'),
      },
    });
    machine.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [enterState.functionArn, reportFailure.functionArn],
      }),
    );
    acknowledge(machine, {
      'AwsSolutions-IAM5[Resource::*]': 'log deliveries and X-Ray know no resources',
    });
  }
}
