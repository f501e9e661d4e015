import { describe, expect, it } from 'vitest';
import { aDataFolder } from '../../../lab/hosts/data-folder.ts';
import { type LocalExecutions, startLocalExecutions } from '../../../lab/worlds/local-executions.ts';

const waiting = (fields: object = {}): object => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  Parameters: { FunctionName: 'work', Payload: { 'token.$': '$$.Task.Token', 'input.$': '$' } },
  Next: 'done',
  ...fields,
});
const fileWith = (work: object): object => ({
  StartAt: 'work',
  States: {
    work,
    rescue: waiting({ Parameters: { FunctionName: 'rescue', Payload: { 'input.$': '$' } } }),
    done: { Type: 'Succeed' },
  },
});

interface Call {
  readonly name: string;
  readonly payload: { readonly token: string; readonly input: unknown };
}

type Answer = (call: Call, count: number) => unknown;

const run = async (
  definition: object,
  answer: Answer,
  test: (executions: LocalExecutions, calls: readonly Call[]) => Promise<void>,
): Promise<void> => {
  await using folder = await aDataFolder();
  const calls: Call[] = [];
  const invoke = async (name: string, payload: unknown): Promise<unknown> => {
    const call = { name, payload: payload as Call['payload'] };
    calls.push(call);
    return answer(call, calls.length);
  };
  const executions = startLocalExecutions(folder.path, invoke, definition);
  try {
    await executions.lifecycle.start('e', { from: 'test' } as never);
    await test(executions, calls);
  } finally {
    await executions.close();
  }
};

const named = (name: string): Error => Object.assign(new Error('told by the function'), { name });
const ends = async (executions: LocalExecutions, status: string): Promise<void> =>
  expect.poll(() => executions.row('e')?.status, { timeout: 10_000 }).toBe(status);

describe('an execution on one machine', () => {
  it('ends with what a function without a token answers', () =>
    run(
      fileWith(
        waiting({
          Resource: 'arn:aws:states:::lambda:invoke',
          ResultPath: '$.result',
          Parameters: { FunctionName: 'work', Payload: {} },
        }),
      ),
      () => ({ n: 1 }),
      async (executions) => {
        await ends(executions, 'succeeded');
        expect(JSON.parse(String(executions.row('e')?.data))).toEqual({
          from: 'test',
          result: { ExecutedVersion: '$LATEST', Payload: { n: 1 }, StatusCode: 200 },
        });
      },
    ));

  it('fails with the name and words of what a function throws', () =>
    run(
      fileWith(waiting()),
      () => {
        throw named('StrangeError');
      },
      async (executions) => {
        await ends(executions, 'failed');
        const { error, cause } = executions.row('e') ?? {};
        expect(error).toBe('StrangeError');
        expect(JSON.parse(String(cause))).toMatchObject({
          errorType: 'StrangeError',
          errorMessage: 'told by the function',
        });
      },
    ));

  it('retries after a pause, each time with a new token', () =>
    run(
      fileWith(waiting({ Retry: [{ ErrorEquals: ['PassingError'], IntervalSeconds: 1, MaxAttempts: 2 }] })),
      (_, count) => {
        if (count === 1) throw named('PassingError');
      },
      async (executions, calls) => {
        await expect.poll(() => calls.length, { timeout: 5000 }).toBe(2);
        const [first, second] = calls.map(({ payload }) => payload.token);
        expect(first).not.toBe(second);
        await executions.lifecycle.resume(first ?? '', { to: 'staged', sequence: 1, expected: true });
        expect(executions.row('e')?.status).toBe('running');
        await executions.lifecycle.resume(second ?? '', { to: 'staged', sequence: 1, expected: true });
        await ends(executions, 'succeeded');
      },
    ));

  it('takes a token while its function is still at work, and ignores how that ends', () => {
    const { promise: isResumed, resolve } = Promise.withResolvers<void>();
    return run(
      fileWith(waiting()),
      async () => {
        await isResumed;
        throw named('LateError');
      },
      async (executions, calls) => {
        await expect.poll(() => calls.length).toBe(1);
        await executions.lifecycle.resume(calls[0]?.payload.token ?? '', { to: 'staged', sequence: 2, expected: true });
        await ends(executions, 'succeeded');
        resolve();
        expect(JSON.parse(String(executions.row('e')?.data))).toEqual({ sequence: 2 });
      },
    );
  });

  it('times out by the clock, and by silence unless heartbeats come', () =>
    run(
      fileWith(
        waiting({
          TimeoutSeconds: 600,
          HeartbeatSeconds: 1,
          Catch: [{ ErrorEquals: ['States.HeartbeatTimeout'], ResultPath: '$.error', Next: 'rescue' }],
        }),
      ),
      () => undefined,
      async (executions, calls) => {
        await expect.poll(() => calls.length).toBe(1);
        const startedAt = Date.now();
        const beating = setInterval(() => void executions.lifecycle.heartbeat(calls[0]?.payload.token ?? ''), 200);
        await expect.poll(() => Date.now() - startedAt > 1500, { timeout: 5000 }).toBe(true);
        expect(calls).toHaveLength(1);
        clearInterval(beating);
        await expect.poll(() => calls.at(-1)?.name, { timeout: 5000 }).toBe('rescue');
        expect(calls.at(-1)?.payload.input).toMatchObject({ error: { Error: 'States.HeartbeatTimeout' } });
      },
    ));

  it('runs hundreds at a time', () =>
    run(
      fileWith(waiting()),
      () => undefined,
      async (executions, calls) => {
        for (let i = 0; i < 300; i += 1) await executions.lifecycle.start(`many-${i}`, {} as never);
        await expect.poll(() => calls.length, { timeout: 10_000 }).toBe(301);
        for (const { payload } of calls) {
          await executions.lifecycle.resume(payload.token, { to: 'staged', sequence: 2, expected: true });
        }
        await expect
          .poll(() =>
            Array.from({ length: 300 }, (_, i) => executions.row(`many-${i}`)?.status).every(
              (it) => it === 'succeeded',
            ),
          )
          .toBe(true);
        expect(executions.faults).toEqual([]);
      },
    ));
});
