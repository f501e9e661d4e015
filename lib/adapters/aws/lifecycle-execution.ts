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
import type { LifecycleExecution } from '../../ports/lifecycle-execution.ts';
import { clientSettings, once } from './clients.ts';
import { required } from './environment.ts';
import { traceHeaderOf } from './trace.ts';

type Meaning = new (...args: never[]) => Error;

/** Step Functions says one of these of a token that was used, has timed out, or whose execution is gone. */
const spentToken: readonly Meaning[] = [TaskTimedOut, TaskDoesNotExist, InvalidToken];

const unless = async (harmless: readonly Meaning[], call: Promise<unknown>): Promise<void> => {
  try {
    await call;
  } catch (error) {
    if (!harmless.some((meaning) => error instanceof meaning)) throw error;
  }
};

/** Executions of a state machine of Step Functions. */
export const stepFunctionsExecution = (client: SFNClient, stateMachineArn: string): LifecycleExecution => ({
  start: (name, input) =>
    unless(
      [ExecutionAlreadyExists],
      client.send(
        new StartExecutionCommand({
          ...{ stateMachineArn, name },
          input: JSON.stringify(input),
          traceHeader: traceHeaderOf(input.bot_id),
        }),
      ),
    ),

  resume: (taskToken, { to, sequence, expected }) => {
    const told = JSON.stringify({ sequence });
    return unless(
      spentToken,
      expected
        ? client.send(new SendTaskSuccessCommand({ taskToken, output: told }))
        : client.send(new SendTaskFailureCommand({ taskToken, error: to, cause: told })),
    );
  },

  heartbeat: (taskToken) => unless(spentToken, client.send(new SendTaskHeartbeatCommand({ taskToken }))),

  stop: (name) => {
    const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
    return unless([ExecutionDoesNotExist], client.send(new StopExecutionCommand({ executionArn })));
  },
});

/** The state machine named by STATE_MACHINE_ARN. */
export const openLifecycleExecution = once(() =>
  stepFunctionsExecution(new SFNClient(clientSettings()), required('STATE_MACHINE_ARN')),
);
