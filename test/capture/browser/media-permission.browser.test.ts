import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const isRoot = process.getuid?.() === 0;
/** Runs a command on a network of its own, which has a loopback and no way out. */
const apart = (command: string): [string, string[]] => [
  'unshare',
  [...(isRoot ? [] : ['--map-root-user']), '--net', 'sh', '-c', `ip link set lo up && ${command}`],
];

const canBeApart = (): boolean => {
  try {
    execFileSync(...apart('true'), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const run = promisify(execFile);
const program = fileURLToPath(new URL('../fixtures/mesh-without-route.ts', import.meta.url));

describe("a meeting's page on a network without a default route", () => {
  // Namespaces are Linux's, and some machines give none to those who are not root.
  it.skipIf(!canBeApart())('finds the addresses by which peers reach each other', async () => {
    const { stdout } = await run(...apart(`exec '${process.execPath}' --conditions=local '${program}'`));
    expect(JSON.parse(stdout)).toEqual({
      bot: { types: ['host'], met: true },
      stranger: { types: [], met: false },
    });
  });
});
