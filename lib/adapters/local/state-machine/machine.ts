/** What a state machine does next. Pure: time, chance and invocations belong to the runner. */
import { type Retrier, type StateMachine, stateOf, type Task, taskNamed } from './definition.ts';
import { type Context, fillTemplate, lookUp, PathError, withResult } from './paths.ts';

/** A Task state that is to be carried out, with its input, and how often each of its retriers has retried. */
export interface Position {
  readonly state: string;
  readonly data: unknown;
  readonly retries: readonly number[];
}

export interface Failure {
  readonly Error: string;
  readonly Cause: string;
}

export type Step =
  | { readonly kind: 'task'; readonly position: Position; readonly delay_seconds: number }
  | { readonly kind: 'succeeded'; readonly state: string; readonly output: unknown }
  | { readonly kind: 'failed'; readonly state: string; readonly data: unknown; readonly failure: Failure };

export interface TaskOrder {
  readonly function_name: string;
  readonly payload: unknown;
  /** Whether the task ends with its token rather than with its function. */
  readonly waits: boolean;
  readonly timeout_seconds: number;
  readonly heartbeat_seconds: number | undefined;
}

const defaultTimeoutSeconds = 99_999_999;
const largestDataBytes = 256 * 1024;
const mostChoices = 1000;

const failureOf = (error: unknown): Failure => {
  if (error instanceof PathError) return { Error: error.name, Cause: error.message };
  throw error;
};

/** Enters a state: choices are made at once, up to the next task or the end. */
const enter = (machine: StateMachine, name: string, data: unknown, context: Omit<Context, 'State' | 'Task'>): Step => {
  if (JSON.stringify(data).length > largestDataBytes) {
    const failure = { Error: 'States.DataLimitExceeded', Cause: `the input of ${name} is larger than 256 KiB` };
    return { kind: 'failed', state: name, data: {}, failure };
  }
  let current = name;
  for (let choices = 0; choices < mostChoices; choices += 1) {
    const state = stateOf(machine, current);
    if (state.Type === 'Task') {
      return { kind: 'task', position: { state: current, data, retries: [] }, delay_seconds: 0 };
    }
    if (state.Type === 'Succeed') return { kind: 'succeeded', state: current, output: data };
    if (state.Type === 'Fail') {
      return { kind: 'failed', state: current, data, failure: { Error: state.Error ?? '', Cause: state.Cause ?? '' } };
    }
    const here = { ...context, State: { Name: current }, Task: { Token: undefined } };
    const chosen = state.Choices.find(({ Variable, StringEquals }) => lookUp(Variable, data, here) === StringEquals);
    const next = chosen?.Next ?? state.Default;
    if (!next) {
      const failure = { Error: 'States.NoChoiceMatched', Cause: `no choice of ${current} fits` };
      return { kind: 'failed', state: current, data, failure };
    }
    current = next;
  }
  return { kind: 'failed', state: current, data, failure: { Error: 'States.Runtime', Cause: 'choices go in circles' } };
};

const isNamed = (names: readonly string[], error: string): boolean => {
  if (names.includes(error)) return true;
  if (error === 'States.Runtime' || error === 'States.DataLimitExceeded') return false;
  return names.includes('States.ALL') || (names.includes('States.TaskFailed') && error !== 'States.Timeout');
};

const delaySeconds = (retrier: Retrier, retried: number, chance: () => number): number => {
  const delay = retrier.IntervalSeconds * retrier.BackoffRate ** retried;
  const capped = Math.min(delay, retrier.MaxDelaySeconds ?? delay);
  return retrier.JitterStrategy === 'FULL' ? chance() * capped : capped;
};

const timeoutOf = (task: Task, data: unknown, context: Context): number => {
  if (task.TimeoutSecondsPath === undefined) return task.TimeoutSeconds ?? defaultTimeoutSeconds;
  const seconds = lookUp(task.TimeoutSecondsPath, data, context);
  if (Number.isInteger(seconds) && (seconds as number) > 0) return seconds as number;
  throw new PathError('States.Runtime', `there are no whole seconds at ${task.TimeoutSecondsPath}`);
};

/** A machine that can be asked for its steps. `chance` answers 0 to 1, for the jitter of retries. */
export const stateMachine = (machine: StateMachine, chance: () => number = Math.random) => {
  const fail = (position: Position, failure: Failure, execution: string): Step => {
    const { state, data, retries } = position;
    const task = taskNamed(machine, state);
    const index = task.Retry.findIndex(({ ErrorEquals }) => isNamed(ErrorEquals, failure.Error));
    const retrier = task.Retry[index];
    const retried = retries[index] ?? 0;
    if (retrier && retried < retrier.MaxAttempts) {
      const counts = task.Retry.map((_, i) => (retries[i] ?? 0) + (i === index ? 1 : 0));
      return {
        kind: 'task',
        position: { state, data, retries: counts },
        delay_seconds: delaySeconds(retrier, retried, chance),
      };
    }
    const catcher = task.Catch.find(({ ErrorEquals }) => isNamed(ErrorEquals, failure.Error));
    if (!catcher) return { kind: 'failed', state, data, failure };
    try {
      const caught = withResult(catcher.ResultPath, data, failure);
      return enter(machine, catcher.Next, caught, { Execution: { Name: execution } });
    } catch (error) {
      return { kind: 'failed', state, data, failure: failureOf(error) };
    }
  };

  return {
    /** The first step of an execution. */
    begin: (input: unknown, execution: string): Step =>
      enter(machine, machine.StartAt, input, { Execution: { Name: execution } }),

    /** All that it takes to carry out a task. Answers a failure when the input does not have what the task asks for. */
    order({ state, data }: Position, execution: string, token: string): TaskOrder | Failure {
      const task = taskNamed(machine, state);
      const context = { Execution: { Name: execution }, State: { Name: state }, Task: { Token: token } };
      try {
        return {
          function_name: task.Parameters.FunctionName,
          payload: fillTemplate(task.Parameters.Payload, data, context),
          waits: task.Resource.endsWith('.waitForTaskToken'),
          timeout_seconds: timeoutOf(task, data, context),
          heartbeat_seconds: task.HeartbeatSeconds,
        };
      } catch (error) {
        return failureOf(error);
      }
    },

    /** The step after a task that succeeded. */
    succeed(position: Position, output: unknown, execution: string): Step {
      const { state, data } = position;
      const { Next, ResultPath } = taskNamed(machine, state);
      try {
        const result = withResult(ResultPath, data, output);
        if (!Next) return { kind: 'succeeded', state, output: result };
        return enter(machine, Next, result, { Execution: { Name: execution } });
      } catch (error) {
        return fail(position, failureOf(error), execution);
      }
    },

    /** The step after a task that failed: again after a pause, on to who catches it, or the end. */
    fail,
  };
};
export type Machine = ReturnType<typeof stateMachine>;
