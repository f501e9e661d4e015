/** What every home of executions does. An adapter runs lives if this suite says so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BotState } from '../../lib/domain/bot/lifecycle.ts';
import type { ExecutionInput, LifecycleExecution } from '../../lib/ports/lifecycle-execution.ts';

/** What the function that enters states was called with. */
export interface Entry {
  readonly state: BotState;
  readonly token?: string;
  readonly execution_name: string;
  readonly execution: ExecutionInput & { readonly arrival: unknown };
}

export interface LifecycleExecutionUnderTest {
  readonly lifecycle: LifecycleExecution;
  /** Every entry of an execution so far, oldest first. */
  entries(name: string): Promise<Entry[]>;
  isRunning(name: string): Promise<boolean>;
  close(): Promise<void>;
}

let executions = 0;

/** Runs the suite against a home that runs `statemachines/bot-lifecycle.asl.json`. */
export const describeLifecycleExecution = (
  name: string,
  open: () => Promise<LifecycleExecutionUnderTest>,
  /** What an emulator leaves out; the real thing has it all. */
  { timers = true }: { timers?: boolean } = {},
): void => {
  describe(`lifecycle executions, ${name}`, () => {
    let opened: LifecycleExecutionUnderTest;
    let lifecycle: LifecycleExecution;
    beforeAll(async () => {
      opened = await open();
      lifecycle = opened.lifecycle;
    });
    afterAll(async () => opened?.close());

    const newName = (): string => {
      executions += 1;
      return `contract-${process.pid}-${Date.now()}-${executions}`;
    };
    const inputFor = (state: BotState): ExecutionInput => ({
      project_id: 'prj_1',
      bot_id: 'bot_1',
      state,
      arrival: { sequence: 1 },
      timeouts: {
        scheduled: 3600,
        staged: 3600,
        joining: 3600,
        waiting_room: 3600,
        joined_recording: 3600,
        leaving: 3600,
        post_processing: 3600,
      },
    });
    const entry = async (execution: string, count: number): Promise<Entry> => {
      await expect.poll(async () => (await opened.entries(execution)).length).toBe(count);
      const last = (await opened.entries(execution)).at(-1);
      if (!last) throw new Error('no entry');
      return last;
    };
    const tokenOf = ({ token }: Entry): string => {
      if (!token) throw new Error('the entry has no token');
      return token;
    };
    const startIn = async (state: BotState): Promise<{ execution: string; first: Entry }> => {
      const execution = newName();
      await lifecycle.start(execution, inputFor(state));
      return { execution, first: await entry(execution, 1) };
    };

    it('begins in the state of its input, and waits there on a token', async () => {
      const { execution, first } = await startIn('scheduled');
      expect(first).toEqual({
        state: 'scheduled',
        token: expect.any(String),
        execution_name: execution,
        execution: inputFor('scheduled'),
      });
      expect(await opened.isRunning(execution)).toBe(true);
      await lifecycle.stop(execution);
    });

    it('starts once however often it is told to', async () => {
      const { execution } = await startIn('scheduled');
      await lifecycle.start(execution, inputFor('scheduled'));
      await lifecycle.start(execution, { ...inputFor('scheduled'), arrival: { sequence: 2 } });
      const other = await startIn('scheduled');
      expect(await opened.entries(execution)).toHaveLength(1);
      await lifecycle.stop(execution);
      await lifecycle.stop(other.execution);
    });

    it('goes on by the expected step, with a new token', async () => {
      const { execution, first } = await startIn('leaving');
      await lifecycle.resume(tokenOf(first), { to: 'post_processing', sequence: 2, expected: true });
      const second = await entry(execution, 2);
      expect([second.state, second.execution.arrival]).toEqual(['post_processing', { sequence: 2 }]);
      expect(second.token).not.toBe(first.token);
      await lifecycle.resume(tokenOf(second), { to: 'ended', sequence: 3, expected: true });
      await expect.poll(() => opened.isRunning(execution)).toBe(false);
      expect(await opened.entries(execution)).toHaveLength(2);
    });

    it('goes on by another step that the state table allows', async () => {
      const { execution, first } = await startIn('joining');
      await lifecycle.resume(tokenOf(first), { to: 'waiting_room', sequence: 2, expected: false });
      const second = await entry(execution, 2);
      expect([second.state, second.execution.arrival]).toEqual([
        'waiting_room',
        { Error: 'waiting_room', Cause: '{"sequence":2}' },
      ]);
      await lifecycle.resume(tokenOf(second), { to: 'fatal_error', sequence: 3, expected: false });
      const third = await entry(execution, 3);
      expect([third.state, third.token]).toEqual(['fatal_error', undefined]);
      await expect.poll(() => opened.isRunning(execution)).toBe(false);
    });

    it('takes a token once: a spent one changes nothing and is not an error', async () => {
      const { execution, first } = await startIn('staged');
      await lifecycle.resume(tokenOf(first), { to: 'joining', sequence: 2, expected: true });
      // An emulator may take the later of two that come before it has gone on by the first.
      await entry(execution, 2);
      await lifecycle.resume(tokenOf(first), { to: 'leaving', sequence: 2, expected: false });
      await lifecycle.resume(tokenOf(first), { to: 'joining', sequence: 2, expected: true });
      await lifecycle.heartbeat(tokenOf(first));
      await lifecycle.stop(execution);
      expect((await opened.entries(execution)).map(({ state }) => state)).toEqual(['staged', 'joining']);
    });

    it('takes heartbeats while it waits', async () => {
      const { execution, first } = await startIn('joined_recording');
      await lifecycle.heartbeat(tokenOf(first));
      await lifecycle.heartbeat(tokenOf(first));
      expect(await opened.isRunning(execution)).toBe(true);
      await lifecycle.stop(execution);
    });

    it.skipIf(!timers)('enters a state again when its time is up', async () => {
      const execution = newName();
      const input = inputFor('scheduled');
      await lifecycle.start(execution, { ...input, timeouts: { ...input.timeouts, scheduled: 1 } });
      await expect.poll(async () => (await opened.entries(execution)).length).toBeGreaterThan(1);
      await lifecycle.stop(execution);
      const [, second] = await opened.entries(execution);
      expect([second?.state, second?.execution.arrival]).toEqual(['scheduled', { sequence: 1 }]);
    });

    it('stops, also when there is nothing to stop, and then takes no more tokens', async () => {
      const { execution, first } = await startIn('scheduled');
      await lifecycle.stop(execution);
      await lifecycle.stop(execution);
      await lifecycle.stop(newName());
      await expect.poll(() => opened.isRunning(execution)).toBe(false);
      await lifecycle.resume(tokenOf(first), { to: 'staged', sequence: 2, expected: true });
      expect(await opened.entries(execution)).toHaveLength(1);
    });
  });
};
