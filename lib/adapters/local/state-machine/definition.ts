/**
 * The part of the Amazon States Language (https://states-language.net/spec.html) that runs on one machine. Whatever else
 * a file asks for is refused when it is loaded, by name: nothing is silently ignored.
 */
import * as z from 'zod';
import { isTemplate, Path, ReferencePath } from './paths.ts';

const Name = z.string().min(1).max(80);
const Comment = z.string().optional();
const Seconds = z.int().positive().max(99_999_999);

/** Errors that no `Catch` of `States.ALL` stops. */
const ErrorNames = z
  .array(z.string().min(1))
  .min(1)
  .refine((names) => names.length === 1 || !names.includes('States.ALL'), { error: 'States.ALL must stand alone' });

const Retrier = z.strictObject({
  ErrorEquals: ErrorNames,
  IntervalSeconds: Seconds.default(1),
  MaxAttempts: z.int().nonnegative().default(3),
  BackoffRate: z.number().min(1).default(2),
  MaxDelaySeconds: Seconds.optional(),
  JitterStrategy: z.enum(['FULL', 'NONE']).default('NONE'),
});
export type Retrier = z.infer<typeof Retrier>;

const ResultPath = ReferencePath.nullable().default('$');

const Catcher = z.strictObject({ ErrorEquals: ErrorNames, ResultPath, Next: Name });

const lastIsAll = <T extends { ErrorEquals: string[] }>(list: T[]): boolean =>
  list.slice(0, -1).every(({ ErrorEquals }) => !ErrorEquals.includes('States.ALL'));

const Task = z
  .strictObject({
    Type: z.literal('Task'),
    Comment,
    Resource: z.enum(['arn:aws:states:::lambda:invoke', 'arn:aws:states:::lambda:invoke.waitForTaskToken']),
    Parameters: z.strictObject({
      FunctionName: z.string().min(1),
      Payload: z.json().refine(isTemplate, { error: 'has a path that is not known here' }),
    }),
    TimeoutSeconds: Seconds.optional(),
    TimeoutSecondsPath: ReferencePath.optional(),
    HeartbeatSeconds: Seconds.optional(),
    ResultPath,
    Retry: z.array(Retrier).refine(lastIsAll, { error: 'States.ALL must come last' }).default([]),
    Catch: z.array(Catcher).refine(lastIsAll, { error: 'States.ALL must come last' }).default([]),
    Next: Name.optional(),
    End: z.literal(true).optional(),
  })
  .refine((task) => (task.Next === undefined) !== (task.End === undefined), { error: 'needs either Next or End' })
  .refine((task) => task.TimeoutSeconds === undefined || task.TimeoutSecondsPath === undefined, {
    error: 'has both TimeoutSeconds and TimeoutSecondsPath',
  })
  .refine((task) => (task.HeartbeatSeconds ?? 0) < (task.TimeoutSeconds ?? Number.POSITIVE_INFINITY), {
    error: 'HeartbeatSeconds must be less than TimeoutSeconds',
  });
export type Task = z.infer<typeof Task>;

const Choice = z.strictObject({
  Type: z.literal('Choice'),
  Comment,
  Choices: z.array(z.strictObject({ Variable: Path, StringEquals: z.string(), Next: Name })).min(1),
  Default: Name.optional(),
});

const State = z.discriminatedUnion('Type', [
  Task,
  Choice,
  z.strictObject({ Type: z.literal('Succeed'), Comment }),
  z.strictObject({ Type: z.literal('Fail'), Comment, Error: z.string().optional(), Cause: z.string().optional() }),
]);
type State = z.infer<typeof State>;

const StateMachine = z.strictObject({ Comment, StartAt: Name, States: z.record(Name, State) });
export type StateMachine = z.infer<typeof StateMachine>;

/** The file asks for something that is not known here; the message names each place. */
export class UnknownStateLanguageError extends Error {
  override readonly name = 'UnknownStateLanguageError';
}

const targetsOf = (state: State): string[] => {
  if (state.Type === 'Task') return [...state.Catch.map(({ Next }) => Next), ...(state.Next ? [state.Next] : [])];
  if (state.Type === 'Choice')
    return [...state.Choices.map(({ Next }) => Next), ...(state.Default ? [state.Default] : [])];
  return [];
};

const missingStates = ({ StartAt, States }: StateMachine): string[] => [
  ...(StartAt in States ? [] : [`StartAt: there is no state ${StartAt}`]),
  ...Object.entries(States).flatMap(([name, state]) =>
    targetsOf(state)
      .filter((target) => !(target in States))
      .map((target) => `States.${name}: there is no state ${target}`),
  ),
];

/** A state machine from its parsed file. @throws UnknownStateLanguageError naming every field that is not understood */
export const parseStateMachine = (file: unknown): StateMachine => {
  const { data, error } = StateMachine.safeParse(file);
  const problems = error
    ? error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
    : missingStates(data);
  if (problems.length > 0 || !data) throw new UnknownStateLanguageError(problems.join('; '));
  return data;
};

/** A state of the machine. @throws RangeError when there is none of the name */
export const stateOf = ({ States }: StateMachine, name: string): State => {
  const state = States[name];
  if (!state) throw new RangeError(`the state machine has no state ${name}`);
  return state;
};

/** A state of the machine that is known to be a task. @throws RangeError when it is none */
export const taskNamed = (machine: StateMachine, name: string): Task => {
  const state = stateOf(machine, name);
  if (state.Type !== 'Task') throw new RangeError(`the state ${name} is not a Task`);
  return state;
};
