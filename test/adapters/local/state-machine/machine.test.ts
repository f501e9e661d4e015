import { describe, expect, it } from 'vitest';
import { parseStateMachine } from '../../../../lib/adapters/local/state-machine/definition.ts';
import {
  type Machine,
  type Position,
  type Step,
  stateMachine,
} from '../../../../lib/adapters/local/state-machine/machine.ts';

const task = (fields: object = {}): object => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  Parameters: { FunctionName: 'f', Payload: {} },
  Next: 'done',
  ...fields,
});
const machineOf = (fields: object, chance = () => 0.5): Machine =>
  stateMachine(
    parseStateMachine({
      StartAt: 'work',
      States: { work: task(fields), rescue: task(), done: { Type: 'Succeed' } },
    }),
    chance,
  );
const at = (data: unknown, retries: number[] = []): Position => ({ state: 'work', data, retries });
const failure = (name: string) => ({ Error: name, Cause: 'because' });
const goesTo = (step: Step): string => (step.kind === 'task' ? step.position.state : step.kind);

describe('a state machine', () => {
  it('chooses by text, else the default, and fails when nothing fits', () => {
    const choice = (Default?: string) =>
      stateMachine(
        parseStateMachine({
          StartAt: 'choose',
          States: {
            choose: {
              Type: 'Choice',
              Choices: [{ Variable: '$.a.b', StringEquals: 'x', Next: 'work' }],
              ...(Default && { Default }),
            },
            work: task(),
            done: { Type: 'Succeed' },
          },
        }),
      );
    expect(goesTo(choice().begin({ a: { b: 'x' } }, 'e'))).toBe('work');
    expect(choice('done').begin({ a: 1 }, 'e')).toEqual({ kind: 'succeeded', state: 'done', output: { a: 1 } });
    expect(choice().begin({}, 'e')).toMatchObject({ kind: 'failed', failure: { Error: 'States.NoChoiceMatched' } });
  });

  it('fills a payload from its input and its context', () => {
    const Payload = {
      fixed: [1, { 'deep.$': '$.a.b' }],
      'all.$': '$',
      'token.$': '$$.Task.Token',
      'name.$': '$$.Execution.Name',
      'state.$': '$$.State.Name',
    };
    const machine = machineOf({ Parameters: { FunctionName: 'f', Payload }, TimeoutSecondsPath: '$.seconds' });
    const data = { a: { b: null }, seconds: 7 };
    expect(machine.order(at(data), 'e', 't')).toEqual({
      function_name: 'f',
      payload: { fixed: [1, { deep: null }], all: data, token: 't', name: 'e', state: 'work' },
      waits: true,
      timeout_seconds: 7,
      heartbeat_seconds: undefined,
    });
  });

  it.each([
    [{ Parameters: { FunctionName: 'f', Payload: { 'x.$': '$.none' } } }, 'States.ParameterPathFailure'],
    [{ TimeoutSecondsPath: '$.none' }, 'States.Runtime'],
    [{ TimeoutSecondsPath: '$.text' }, 'States.Runtime'],
  ])('fails a task whose input lacks what it needs: %j', (fields, name) => {
    expect(machineOf(fields).order(at({ text: '5' }), 'e', 't')).toMatchObject({ Error: name });
  });

  it.each([
    [undefined, { result: 1 }],
    ['$', { result: 1 }],
    [null, { kept: 1 }],
    ['$.a', { kept: 1, a: { result: 1 } }],
    ['$.a.b', { kept: 1, a: { b: { result: 1 } } }],
  ])('puts a result at %j', (ResultPath, output) => {
    const machine = machineOf(ResultPath === undefined ? {} : { ResultPath });
    expect(machine.succeed(at({ kept: 1 }), { result: 1 }, 'e')).toEqual({ kind: 'succeeded', state: 'done', output });
  });

  it('fails where a result does not fit', () => {
    expect(machineOf({ ResultPath: '$.kept.x' }).succeed(at({ kept: 1 }), {}, 'e')).toMatchObject({
      kind: 'failed',
      failure: { Error: 'States.ResultPathMatchFailure' },
    });
  });

  it('catches by name, puts the error where it is told, else fails', () => {
    const machine = machineOf({ Catch: [{ ErrorEquals: ['A', 'B'], ResultPath: '$.error', Next: 'rescue' }] });
    expect(machine.fail(at({ kept: 1 }), failure('B'), 'e')).toEqual({
      kind: 'task',
      position: { state: 'rescue', data: { kept: 1, error: failure('B') }, retries: [] },
      delay_seconds: 0,
    });
    expect(machine.fail(at({ kept: 1 }), failure('C'), 'e')).toEqual({
      kind: 'failed',
      state: 'work',
      data: { kept: 1 },
      failure: failure('C'),
    });
  });

  it.each([
    ['States.ALL', 'Anything', true],
    ['States.ALL', 'States.Timeout', true],
    ['States.ALL', 'States.Runtime', false],
    ['States.ALL', 'States.DataLimitExceeded', false],
    ['States.TaskFailed', 'Anything', true],
    ['States.TaskFailed', 'States.Timeout', false],
    ['States.Timeout', 'States.HeartbeatTimeout', false],
  ])('with %s catches %s: %s', (name, error, isCaught) => {
    const machine = machineOf({ Catch: [{ ErrorEquals: [name], Next: 'rescue' }] });
    expect(goesTo(machine.fail(at({}), failure(error), 'e'))).toBe(isCaught ? 'rescue' : 'failed');
  });

  it('retries with growing pauses, then catches', () => {
    const machine = machineOf({
      Retry: [
        { ErrorEquals: ['A'], IntervalSeconds: 2, MaxAttempts: 4, BackoffRate: 3, MaxDelaySeconds: 30 },
        { ErrorEquals: ['B'], MaxAttempts: 1, JitterStrategy: 'FULL' },
      ],
      Catch: [{ ErrorEquals: ['States.ALL'], Next: 'rescue' }],
    });
    const pauses: number[] = [];
    let step: Step = { kind: 'task', position: at({ kept: 1 }), delay_seconds: 0 };
    while (step.kind === 'task' && step.position.state === 'work') {
      step = machine.fail(step.position, failure('A'), 'e');
      if (goesTo(step) === 'work' && step.kind === 'task') pauses.push(step.delay_seconds);
    }
    expect(pauses).toEqual([2, 6, 18, 30]);
    expect(goesTo(step)).toBe('rescue');
    expect(machine.fail(at({}, [4, 0]), failure('B'), 'e')).toMatchObject({
      position: { retries: [4, 1] },
      delay_seconds: 0.5,
    });
    expect(goesTo(machine.fail(at({}, [4, 1]), failure('B'), 'e'))).toBe('rescue');
    expect(goesTo(machine.fail(at({}), failure('C'), 'e'))).toBe('rescue');
  });

  it('counts retries anew in each state', () => {
    const machine = machineOf({ Catch: [{ ErrorEquals: ['States.ALL'], Next: 'work' }] });
    expect(machine.fail(at({}, [3]), failure('A'), 'e')).toMatchObject({ position: { state: 'work', retries: [] } });
  });

  it('ends an execution whose data grows beyond 256 KiB', () => {
    const step = machineOf({ Next: 'rescue' }).succeed(at({}), 'x'.repeat(300_000), 'e');
    expect(step).toMatchObject({ kind: 'failed', failure: { Error: 'States.DataLimitExceeded' } });
  });
});
