import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('fixtures/slow-leaver.ts', import.meta.url));

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a worker that is told again to stop while it leaves, by %s, leaves to the end',
  async (signal) => {
    const worker = spawn(process.execPath, ['--conditions=local', program], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(worker, 'exit');
    const lines = createInterface(worker.stdout)[Symbol.asyncIterator]();
    const said = async (): Promise<unknown> => (await lines.next()).value;
    expect(await said()).toBe('at work');
    worker.kill(signal);
    expect(await said()).toBe(`stopped by ${signal}`);
    worker.kill(signal);
    worker.stdin.end();
    expect(await said()).toBe('has left');
    expect(await exited).toEqual([0, null]);
  },
);
