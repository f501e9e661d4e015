/** Executions of the real state machine file, moved on by the test instead of by time. */
import { readFileSync } from 'node:fs';
import { parseStateMachine } from '../../../../lib/adapters/local/state-machine/definition.ts';
import {
  type Failure,
  type Position,
  type Step,
  stateMachine,
} from '../../../../lib/adapters/local/state-machine/machine.ts';
import type { Clock } from '../../../../lib/ports/clock.ts';
import type { LifecycleExecution } from '../../../../lib/ports/lifecycle-execution.ts';

const file = new URL('../../../../statemachines/bot-lifecycle.asl.json', import.meta.url);
const machine = stateMachine(parseStateMachine(JSON.parse(readFileSync(file, 'utf8'))), () => 1);

export interface SimulatedExecution {
  readonly name: string;
  status: 'running' | 'succeeded' | 'failed' | 'aborted';
  /** Every state it entered, in order. */
  readonly path: string[];
  position?: Position;
  /** The task under way: absent until its function is called. */
  task?: { readonly token: string; readonly timeout_at: number; silent_at: number; readonly heartbeat_ms: number };
  /** When the function may be called: later than now while a retry waits. */
  due_at: number;
}

export interface SimulatedExecutions {
  readonly lifecycle: LifecycleExecution;
  readonly all: readonly SimulatedExecution[];
  /** Executions whose task's function is to be called now. */
  due(): SimulatedExecution[];
  /** Calls the function of an execution's task. */
  call(execution: SimulatedExecution): Promise<void>;
  /** The next moment at which a timer fires or a retry is due. */
  nextMoment(): number | undefined;
  /** Fires all timers that are due. */
  fire(): void;
}

export type Invoke = (functionName: string, payload: unknown) => Promise<unknown>;

const failureOf = (error: unknown): Failure => {
  const { name, message } = error as Error;
  return { Error: name, Cause: JSON.stringify({ errorType: name, errorMessage: message }) };
};

export const simulatedExecutions = (clock: Clock, invoke: Invoke): SimulatedExecutions => {
  const all: SimulatedExecution[] = [];
  let tokens = 0;
  const now = (): number => clock.now().getTime();
  const running = () => all.filter(({ status }) => status === 'running');

  const enter = (execution: SimulatedExecution, step: Step): void => {
    delete execution.task;
    delete execution.position;
    if (step.kind === 'task') {
      execution.position = step.position;
      execution.due_at = Math.ceil(now() + step.delay_seconds * 1000);
      execution.path.push(step.position.state);
    } else {
      execution.status = step.kind;
      execution.path.push(step.state);
    }
  };
  const fail = (execution: SimulatedExecution, failure: Failure): void => {
    if (execution.position) enter(execution, machine.fail(execution.position, failure, execution.name));
  };
  const succeed = (execution: SimulatedExecution, output: unknown): void => {
    if (execution.position) enter(execution, machine.succeed(execution.position, output, execution.name));
  };
  const waitingOn = (token: string) => running().find(({ task }) => task?.token === token);

  return {
    all,
    lifecycle: {
      start: async (name, input) => {
        if (all.some((execution) => execution.name === name)) return;
        const execution: SimulatedExecution = { name, status: 'running', path: [], due_at: 0 };
        all.push(execution);
        enter(execution, machine.begin(JSON.parse(JSON.stringify(input)), name));
      },
      resume: async (token, { to, sequence, expected }) => {
        const execution = waitingOn(token);
        if (!execution) return;
        if (expected) succeed(execution, { sequence });
        else fail(execution, { Error: to, Cause: JSON.stringify({ sequence }) });
      },
      heartbeat: async (token) => {
        const task = waitingOn(token)?.task;
        if (task) task.silent_at = now() + task.heartbeat_ms;
      },
      stop: async (name) => {
        for (const execution of running()) if (execution.name === name) execution.status = 'aborted';
      },
    },
    due: () => running().filter(({ position, task, due_at }) => position && !task && due_at <= now()),
    call: async (execution) => {
      const token = `token-${++tokens}`;
      if (!execution.position) return;
      const order = machine.order(execution.position, execution.name, token);
      if ('Error' in order) return fail(execution, order);
      const heartbeat_ms = (order.heartbeat_seconds ?? Number.POSITIVE_INFINITY) * 1000;
      // A function that is merely called has the timeout of Lambda, not one of months.
      const timeout_at = order.waits ? now() + order.timeout_seconds * 1000 : Number.POSITIVE_INFINITY;
      execution.task = { token, timeout_at, silent_at: now() + heartbeat_ms, heartbeat_ms };
      try {
        const output = await invoke(order.function_name, order.payload);
        if (!order.waits && execution.task?.token === token) succeed(execution, output);
      } catch (error) {
        if (execution.task?.token === token) fail(execution, failureOf(error));
      }
    },
    nextMoment: () => {
      const moments = running().flatMap(({ task, due_at }) => (task ? [task.timeout_at, task.silent_at] : [due_at]));
      const next = Math.min(...moments.filter((moment) => moment > now()));
      return Number.isFinite(next) ? next : undefined;
    },
    fire: () => {
      for (const execution of running()) {
        const { task } = execution;
        if (!task) continue;
        if (task.timeout_at <= now()) fail(execution, { Error: 'States.Timeout', Cause: '' });
        else if (task.silent_at <= now()) fail(execution, { Error: 'States.HeartbeatTimeout', Cause: '' });
      }
    },
  };
};
