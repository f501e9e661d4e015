import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { stepFunctionsExecution } from '../../../lib/adapters/aws/lifecycle-execution.ts';
import { traceHeaderOf } from '../../../lib/adapters/aws/trace.ts';

const machines = mockClient(SFNClient);
afterAll(() => machines.restore());
const arn = 'arn:aws:states:us-east-1:000000000000:stateMachine:bots';
const lifecycle = stepFunctionsExecution(new SFNClient({ region: 'us-east-1' }), arn);
const fault = { $metadata: {}, message: 'no' };
const input = {
  project_id: 'prj_1',
  bot_id: 'bot_01M82QWR1YWP4YXDYGF1V69CRK',
  state: 'joining',
  arrival: { sequence: 1 },
  timeouts: {},
} as const;

beforeEach(() => machines.reset());

describe('executions of Step Functions', () => {
  it('start by name, in the trace of their bot, and not twice', async () => {
    machines.on(StartExecutionCommand).resolvesOnce({}).rejects(new ExecutionAlreadyExists(fault));
    await lifecycle.start('bot_1-1', input);
    await lifecycle.start('bot_1-1', input);
    expect(machines.commandCalls(StartExecutionCommand)[0]?.args[0].input).toEqual({
      stateMachineArn: arn,
      name: 'bot_1-1',
      input: JSON.stringify(input),
      traceHeader: traceHeaderOf(input.bot_id),
    });
  });

  it('go on by success when the step is the expected one', async () => {
    await lifecycle.resume('token', { to: 'leaving', sequence: 5, expected: true });
    expect(machines.commandCalls(SendTaskSuccessCommand)[0]?.args[0].input).toEqual({
      taskToken: 'token',
      output: '{"sequence":5}',
    });
  });

  it('go on by a failure that is named after the state otherwise', async () => {
    await lifecycle.resume('token', { to: 'waiting_room', sequence: 5, expected: false });
    expect(machines.commandCalls(SendTaskFailureCommand)[0]?.args[0].input).toEqual({
      taskToken: 'token',
      error: 'waiting_room',
      cause: '{"sequence":5}',
    });
  });

  it.each([TaskTimedOut, TaskDoesNotExist, InvalidToken])('take a spent token calmly: %o', async (Spent) => {
    machines.onAnyCommand().rejects(new Spent(fault));
    await lifecycle.resume('token', { to: 'leaving', sequence: 2, expected: true });
    await lifecycle.resume('token', { to: 'leaving', sequence: 2, expected: false });
    await lifecycle.heartbeat('token');
    expect(machines.commandCalls(SendTaskHeartbeatCommand)).toHaveLength(1);
  });

  it('stop by name, also when there is none', async () => {
    machines.on(StopExecutionCommand).rejects(new ExecutionDoesNotExist(fault));
    await lifecycle.stop('bot_1-1');
    expect(machines.commandCalls(StopExecutionCommand)[0]?.args[0].input).toEqual({
      executionArn: 'arn:aws:states:us-east-1:000000000000:execution:bots:bot_1-1',
    });
  });

  it('hand other errors on', async () => {
    machines.onAnyCommand().rejects(new Error('no route'));
    await expect(lifecycle.start('bot_1-1', input)).rejects.toThrow('no route');
    await expect(lifecycle.heartbeat('token')).rejects.toThrow('no route');
    await expect(lifecycle.stop('bot_1-1')).rejects.toThrow('no route');
  });
});
