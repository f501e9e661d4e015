import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { aClock } from '../../../lab/doubles/clock.ts';
import { aDataFolder } from '../../../lab/hosts/data-folder.ts';
import { type LocalExecutions, startLocalExecutions } from '../../../lab/worlds/lifecycle/local-executions.ts';

const waiting = (fields: object = {}): object => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  Parameters: { FunctionName: 'work', Payload: { 'token.$': '$$.Task.Token', 'input.$': '$' } },
  Next: 'done',
  ...fields,
});
const fileWith = (work: object, name = 'work'): object => ({
  StartAt: name,
  States: {
    [name]: work,
    rescue: waiting({ Parameters: { FunctionName: 'rescue', Payload: { 'input.$': '$' } } }),
    done: { Type: 'Succeed' },
  },
});

interface Call {
  readonly name: string;
  readonly payload: { readonly token: string; readonly input: unknown };
}

type Answer = (call: Call, count: number) => unknown;

interface Scene extends LocalExecutions {
  /** Lets time pass, and what is due then begin. */
  wait(seconds: number): Promise<void>;
  /** The same, while the machine sleeps. */
  sleep(seconds: number): Promise<void>;
  /** How often somebody was told of a sleep. */
  woken(): number;
}

const run = async (
  definition: object,
  answer: Answer,
  test: (executions: Scene, calls: readonly Call[]) => Promise<void>,
): Promise<void> => {
  await using folder = await aDataFolder();
  const calls: Call[] = [];
  const invoke = async (name: string, payload: unknown): Promise<unknown> => {
    const call = { name, payload: payload as Call['payload'] };
    calls.push(call);
    return answer(call, calls.length);
  };
  const clock = aClock();
  let slept_ms = 0;
  let woken = 0;
  const takeSleep = (): number => {
    const taken_ms = slept_ms;
    slept_ms = 0;
    return taken_ms;
  };
  const onWoken = async (): Promise<void> => {
    woken += 1;
    // What cannot be done for one does not keep the others from going on.
    throw new Error('a task cannot be read');
  };
  const executions = startLocalExecutions(folder.path, invoke, {
    definition,
    clock,
    sleep: { take: takeSleep, onWoken, worked: ['worked'] },
  });
  const wait = async (seconds: number): Promise<void> => {
    clock.advance(seconds);
    executions.look();
    await turn();
  };
  const sleep = (seconds: number): Promise<void> => {
    slept_ms += seconds * 1000;
    return wait(seconds);
  };
  try {
    await executions.lifecycle.start('e', { from: 'test' } as never);
    await test({ ...executions, wait, sleep, woken: () => woken }, calls);
  } finally {
    await executions.close();
  }
};

const named = (name: string): Error => Object.assign(new Error('told by the function'), { name });
const ends = async (executions: LocalExecutions, status: string): Promise<void> =>
  expect.poll(() => executions.row('e')?.status).toBe(status);

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
        await expect.poll(() => calls.length).toBe(1);
        await expect.poll(() => executions.row('e')?.token).toBeNull();
        await executions.wait(0.999);
        expect(calls).toHaveLength(1);
        await executions.wait(0.001);
        expect(calls).toHaveLength(2);
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

  const timed = waiting({
    TimeoutSeconds: 600,
    HeartbeatSeconds: 60,
    Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'rescue' }],
  });
  const begun = (executions: Scene) => expect.poll(() => executions.row('e')?.returned).toBe(1);
  const rescued = (calls: readonly Call[]) =>
    calls.filter(({ name }) => name === 'rescue').map(({ payload }) => payload.input);

  it('times out by silence, unless heartbeats come', () =>
    run(
      fileWith(timed),
      () => undefined,
      async (executions, calls) => {
        await begun(executions);
        for (let beats = 0; beats < 5; beats += 1) {
          await executions.wait(59);
          await executions.lifecycle.heartbeat(calls[0]?.payload.token ?? '');
        }
        await executions.wait(59);
        expect(rescued(calls)).toEqual([]);
        await executions.wait(1);
        expect(rescued(calls)).toMatchObject([{ error: { Error: 'States.HeartbeatTimeout' } }]);
      },
    ));

  it('times out by the clock, however many heartbeats come', () =>
    run(
      fileWith(timed),
      () => undefined,
      async (executions, calls) => {
        await begun(executions);
        for (let minutes = 0; minutes < 12; minutes += 1) {
          await executions.wait(50);
          expect(rescued(calls)).toMatchObject(minutes < 11 ? [] : [{ error: { Error: 'States.Timeout' } }]);
          await executions.lifecycle.heartbeat(calls[0]?.payload.token ?? '');
        }
      },
    ));

  it('takes nobody for silent, and nothing for overdue, because the machine slept', () =>
    run(
      fileWith(timed),
      () => undefined,
      async (executions, calls) => {
        await begun(executions);
        await executions.sleep(3600);
        expect(executions.woken()).toBe(1);
        await executions.wait(29);
        expect(rescued(calls)).toEqual([]);
        for (let minutes = 0; minutes < 11; minutes += 1) {
          await executions.lifecycle.heartbeat(calls[0]?.payload.token ?? '');
          await executions.wait(50);
        }
        expect(rescued(calls)).toEqual([]);
        await executions.wait(21);
        expect(rescued(calls)).toMatchObject([{ error: { Error: 'States.Timeout' } }]);
      },
    ));

  it('takes for silent who says nothing after a sleep either', () =>
    run(
      fileWith(timed),
      () => undefined,
      async (executions, calls) => {
        await begun(executions);
        await executions.sleep(3600);
        await executions.wait(29);
        expect(rescued(calls)).toEqual([]);
        await executions.wait(1);
        expect(rescued(calls)).toMatchObject([{ error: { Error: 'States.HeartbeatTimeout' } }]);
      },
    ));

  it('is due by the wall clock, sleep or not, where nobody tells that they are alive', () =>
    run(
      fileWith({ ...timed, HeartbeatSeconds: undefined }),
      () => undefined,
      async (executions, calls) => {
        await begun(executions);
        await executions.sleep(600);
        expect(rescued(calls)).toMatchObject([{ error: { Error: 'States.Timeout' } }]);
      },
    ));

  it('gives what is worked on in silence so much more time', () =>
    run(
      fileWith({ ...timed, HeartbeatSeconds: undefined }, 'worked'),
      () => undefined,
      async (executions, calls) => {
        await begun(executions);
        await executions.sleep(3600);
        await executions.wait(599);
        expect(rescued(calls)).toEqual([]);
        await executions.wait(1);
        expect(rescued(calls)).toMatchObject([{ error: { Error: 'States.Timeout' } }]);
      },
    ));

  it('runs hundreds at a time', () =>
    run(
      fileWith(waiting()),
      () => undefined,
      async (executions, calls) => {
        for (let i = 0; i < 300; i += 1) await executions.lifecycle.start(`many-${i}`, {} as never);
        await expect.poll(() => calls.length).toBe(301);
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
