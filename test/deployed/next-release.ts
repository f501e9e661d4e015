/** A release of this project that is to come: a copy of its tree, with another state machine and other functions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

const { files } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { files: readonly string[] };
/** All that a release is, but for what no deployment is made of. */
const parts = [...files, 'README.md', 'LICENSE', 'package.json'].filter(
  (part) => !['bench', 'test', 'npm-shrinkwrap.json'].includes(part),
);

export interface NextRelease {
  /** The folder that it is in. */
  readonly tree: string;
  /** A state that its executions go through, and those of today do not. */
  readonly state: string;
  /** What its API says of an address that is none. */
  readonly says: string;
}

interface Machine {
  readonly States: Record<string, { Next?: string; Type: string }>;
}

export const nextRelease = async (tree: string): Promise<NextRelease> => {
  await mkdir(tree);
  for (const part of parts) await cp(join(projectRoot, part), join(tree, part), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(tree, 'node_modules'));
  const state = 'looked_over';
  const says = 'There is no such path in the next release.';

  const machineFile = join(tree, 'statemachines/bot-lifecycle.asl.json');
  const machine: Machine = JSON.parse(await readFile(machineFile, 'utf8'));
  const last = machine.States.post_processing;
  assert.equal(last?.Next, 'ended');
  last.Next = state;
  machine.States[state] = { Type: 'Pass', Next: 'ended' };
  await writeFile(machineFile, JSON.stringify(machine));

  const functionFile = join(tree, 'lambdas/api/no-such-route.ts');
  const code = await readFile(functionFile, 'utf8');
  const saysBefore = "'There is no such path: those that there are stand at /docs.'";
  assert.ok(code.includes(saysBefore));
  await writeFile(functionFile, code.replace(saysBefore, `'${says}'`));
  return { tree, state, says };
};
