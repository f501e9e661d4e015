import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTaskProcess } from '../../lib/emulator/task-process.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';

const aProcess = (folder: string, script: string, stop_timeout_ms = 60_000) =>
  startTaskProcess({
    program: process.execPath,
    args: ['--eval', script],
    environment: { ORDER: 'from the task' },
    log: join(folder, 'log'),
    stop_timeout_ms,
  });

const isUp = (folder: string) => () =>
  existsSync(join(folder, 'log')) && /up/.test(readFileSync(join(folder, 'log'), 'utf8'));

describe("a task's process", () => {
  it('gets its environment and nothing of ours, and answers its exit code', async () => {
    await using folder = await aDataFolder();
    const script = 'console.log(process.env.ORDER, Object.keys(process.env).length); process.exit(3)';
    expect(await aProcess(folder.path, script).ended).toBe(3);
    expect(readFileSync(join(folder.path, 'log'), 'utf8')).toBe('from the task 1\n');
  });

  it('is asked to end, and may take its time', async () => {
    await using folder = await aDataFolder();
    const one = aProcess(
      folder.path,
      'process.on("SIGTERM", () => process.exit(0)); setInterval(() => 0, 1e6); console.log("up")',
    );
    await expect.poll(isUp(folder.path)).toBe(true);
    one.stop();
    expect(await one.ended).toBe(0);
  });

  it('is killed when it has not ended in time', async () => {
    await using folder = await aDataFolder();
    const one = aProcess(
      folder.path,
      'process.on("SIGTERM", () => 0); setInterval(() => 0, 1e6); console.log("up")',
      20,
    );
    await expect.poll(isUp(folder.path)).toBe(true);
    one.stop();
    expect(await one.ended).toBe(137);
  });

  it('that could not start has ended as in a shell', async () => {
    await using folder = await aDataFolder();
    const log = join(folder.path, 'log');
    const nowhere = { program: join(folder.path, 'nothing'), args: [], environment: {}, log, stop_timeout_ms: 1 };
    expect(await startTaskProcess(nowhere).ended).toBe(127);
  });
});
