/**
 * The state table as a state machine of Step Functions, in the Amazon States Language
 * (https://states-language.net/spec.html). One ASL state per bot state, each waiting on a task token.
 *
 * The step that normally follows is the task's `Next`; every other step that the table allows arrives as a task failure
 * named after the state it leads to, and is caught. So the machine has exactly the edges of the table, needs no Choice
 * between states, and a normal life costs one transition per bot state.
 */

import { silentAfterSeconds } from '../lib/domain/bot/capture-task.ts';
import {
  type BotState,
  captureModeIn,
  expectedNext,
  isFinal,
  reachableStates,
  successors,
} from '../lib/domain/bot/lifecycle.ts';
import { captureNotLaunched, effectFailed, recordingUnfinished } from '../lib/domain/errors.ts';

/** Replaced by the functions' ARNs when the machine is deployed, by handlers when it runs on one machine. */
export const functionPlaceholders = {
  enterState: '${EnterStateFunctionArn}',
  reportFailure: '${ReportFailureFunctionArn}',
} as const;

/** A task that is silent by then has its bot looked after. Shorter than any allowance. */
export const heartbeatSeconds = silentAfterSeconds + 10;

/** The failure that moves a long life into a fresh execution, before this one's 25,000 events are used up. */
export const continuedElsewhere = 'continued';

// Faults of Lambda itself, which AWS advises to retry: https://docs.aws.amazon.com/step-functions/latest/dg/bp-lambda-serviceexception.html
const passingFaults = [
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.TooManyRequestsException',
  'Lambda.Unknown',
  'Sandbox.Timedout',
  effectFailed,
];
/**
 * For an hour and a half: an outage of the table, or a want of functions, ends no bot that is well, and no execution of one
 * that is to join in a month, which nobody would start again. A fault of one bot alone, as an item
 * that cannot be read, is tried as long: its state's deadline is looked at by the function that fails, and each try has the whole time.
 */
const untilPassed = {
  IntervalSeconds: 1,
  MaxAttempts: 400,
  BackoffRate: 2,
  MaxDelaySeconds: 30,
  JitterStrategy: 'FULL',
};
const retry = [{ ErrorEquals: passingFaults, ...untilPassed }];
// Everyone starts at full hours, and an account launches only so many tasks a second: who does not have a turn asks again. Mostly
// the state's own deadline ends that.
const untilLaunched = {
  ErrorEquals: [captureNotLaunched],
  IntervalSeconds: 1,
  BackoffRate: 2,
  JitterStrategy: 'FULL',
};
/** A bot that is not staged is waited for: it asks more often. Each time is a transition, which is paid. */
const untilLaunchedFrom = (state: BotState) => ({
  ...untilLaunched,
  ...(state === 'staged' ? { MaxAttempts: 80, MaxDelaySeconds: 30 } : { MaxAttempts: 200, MaxDelaySeconds: 8 }),
});

// Comes back to a failed bot for about 40 minutes, as jitter halves the pauses on the average: long enough for two more tasks to be
// lost while finishing. Bots that a fault has failed together do not order their tasks together.
const untilFinished = {
  ErrorEquals: [recordingUnfinished, captureNotLaunched],
  IntervalSeconds: 30,
  MaxAttempts: 20,
  BackoffRate: 1.5,
  MaxDelaySeconds: 300,
  JitterStrategy: 'FULL',
};

const caught = (state: BotState) => ({ ErrorEquals: [state], ResultPath: '$.arrival', Next: state });

const waiting = (state: BotState) => {
  const expected = expectedNext(state);
  return {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Parameters: {
      FunctionName: functionPlaceholders.enterState,
      Payload: { state, 'token.$': '$$.Task.Token', 'execution_name.$': '$$.Execution.Name', 'execution.$': '$' },
    },
    TimeoutSecondsPath: `$.timeouts.${state}`,
    ...(captureModeIn(state) && { HeartbeatSeconds: heartbeatSeconds }),
    ResultPath: '$.arrival',
    Retry: [...retry, untilLaunchedFrom(state)],
    Catch: [
      // Entered again, it sees that its time is up, or that its capture is silent, and does what is due.
      { ErrorEquals: ['States.Timeout', 'States.HeartbeatTimeout'], ResultPath: '$.overdue', Next: state },
      ...successors(state)
        .filter((next) => next !== expected)
        .map(caught),
      { ErrorEquals: [continuedElsewhere], ResultPath: '$.arrival', Next: 'continued_elsewhere' },
      { ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'report_failure' },
    ],
    Next: expected,
  };
};

const finished = (state: BotState) =>
  captureModeIn(state)
    ? {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Parameters: {
          FunctionName: functionPlaceholders.enterState,
          Payload: { state, 'execution_name.$': '$$.Execution.Name', 'execution.$': '$' },
        },
        ResultPath: null,
        Retry: [...retry, untilFinished],
        Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'failed' }],
        Next: 'failed',
      }
    : { Type: 'Succeed' };

/** The states that an execution passes through: all that are reached before captured data may be deleted. */
export const executedStates = (): BotState[] => reachableStates().filter((state) => state !== 'data_deleted');

/** The state machine, ready to be written as JSON. */
export const botLifecycle = () => {
  const states = executedStates();
  return {
    Comment: 'Generated from lib/domain/bot/lifecycle.ts by `npm run generate`. The life of one bot.',
    StartAt: 'begin',
    States: {
      begin: {
        Type: 'Choice',
        Choices: states
          .filter((state) => !isFinal(state))
          .map((state) => ({ Variable: '$.state', StringEquals: state, Next: state })),
        Default: 'failed',
      },
      ...Object.fromEntries(states.map((state) => [state, isFinal(state) ? finished(state) : waiting(state)])),
      report_failure: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Parameters: {
          FunctionName: functionPlaceholders.reportFailure,
          Payload: { 'project_id.$': '$.project_id', 'bot_id.$': '$.bot_id', 'failure.$': '$.failure' },
        },
        ResultPath: null,
        Retry: [{ ErrorEquals: ['States.ALL'], ...untilPassed }],
        Next: 'fatal_error',
      },
      continued_elsewhere: { Type: 'Succeed' },
      failed: { Type: 'Fail', Error: 'fatal_error', Cause: 'the bot ended in fatal_error: see its events' },
    },
  };
};
