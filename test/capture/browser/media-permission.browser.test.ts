import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const isRoot = process.getuid?.() === 0;
/** Runs a command on a network of its own, which has a loopback and no way out. */
const apart = (command: string): [string, string[]] => [
  'unshare',
  [...(isRoot ? [] : ['--map-root-user']), '--net', 'sh', '-c', `ip link set lo up && ${command}`],
];

/** Why there can be no such network here; nothing when there can. */
const whyNotApart = (): string | undefined => {
  // Namespaces are Linux's, and some machines give none to those who are not root.
  const { status, stderr, error } = spawnSync(...apart('true'), { encoding: 'utf8' });
  if (status === 0) return undefined;
  return `this machine gives nobody a network of their own (${error?.message ?? stderr.trim()})`;
};
const reason = whyNotApart();

const run = promisify(execFile);
const program = fileURLToPath(new URL('../fixtures/mesh-without-route.ts', import.meta.url));

describe.skipIf(reason)(
  `a meeting's page on a network without a default route${reason ? `: not tried, ${reason}` : ''}`,
  () => {
    it('finds the addresses by which peers reach each other', async () => {
      const { stdout } = await run(...apart(`exec '${process.execPath}' --conditions=local '${program}'`));
      expect(JSON.parse(stdout)).toEqual({
        bot: { types: ['host'], met: true },
        stranger: { types: [], met: false },
      });
    });
  },
);
