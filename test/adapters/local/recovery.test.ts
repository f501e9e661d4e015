import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { feedConsumer } from '../../../lib/adapters/local/changes/change-feed.ts';
import { openDatabase } from '../../../lib/adapters/local/database.ts';
import { sqliteQueue } from '../../../lib/adapters/local/queue.ts';
import type { Entry } from '../../contracts/lifecycle-execution.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';
import { startLocalExecutions } from '../../lab/worlds/lifecycle/local-executions.ts';

const program = fileURLToPath(new URL('fixtures/doomed-home.ts', import.meta.url));

/** Runs the doomed service until it has come to rest, kills it, and answers the entries of its executions. */
const runAndKill = async (folder: string): Promise<Entry[]> => {
  const child = spawn(process.execPath, ['--conditions=local', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const entries: Entry[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'settled') break;
    entries.push(JSON.parse(line) as Entry);
  }
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  return entries;
};

describe('after kill -9', () => {
  it('executions, queue and change feed carry on from where they were', async () => {
    await using folder = await aDataFolder();
    const before = new Map((await runAndKill(folder.path)).map((entry) => [entry.execution_name, entry]));

    const after: Entry[] = [];
    const entriesOf = (name: string): Entry[] => after.filter(({ execution_name }) => execution_name === name);
    const database = openDatabase(folder.path);
    const executions = startLocalExecutions(folder.path, async (_, payload) => {
      after.push(payload as Entry);
    });
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.defer(() => executions.close());

    // The function that was under way is called again, with the same token.
    await expect.poll(() => entriesOf('hangs')).toEqual([before.get('hangs')]);
    // A token that was given away before still works, and its function is not called again.
    await executions.lifecycle.resume(before.get('waits')?.token ?? '', { to: 'staged', sequence: 2, expected: true });
    await expect.poll(() => entriesOf('waits').map(({ state }) => state)).toEqual(['staged']);
    // A timer that was set before still fires.
    await expect.poll(() => entriesOf('expires')[0]?.state).toBe('scheduled');
    expect(executions.faults).toEqual([]);

    const queue = sqliteQueue(database, 'test');
    queue.recover();
    const bodies: unknown[] = [];
    await expect
      .poll(() => bodies.push(...queue.receive(10).map(({ body }) => body)) && [...bodies].sort())
      .toEqual(['in hand', 'waiting']);

    const [change] = feedConsumer(database, 'test').take(10, new Date());
    expect(change?.new).toEqual({ pk: 'p', sk: 's', n: 1 });
  });
});
