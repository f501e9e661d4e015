/** `npm run build:clients`: the client as packages that can be published, in dist/npm and, where there is a Python, in dist/python. */
import './help.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeNpmPackage } from '../lib/client/packages/npm.ts';
import { pythonRequirements, writePythonPackage } from '../lib/client/packages/python.ts';

const [generator, python] = ['dist/generator', 'dist/generator/bin/python'];

/** @throws when it fails; what it has to say is on the terminal */
const run = (program: string, ...args: string[]): void => {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
};

await writeNpmPackage('dist/npm');
console.log('dist/npm: npm publish dist/npm');

if (spawnSync('python3', ['-c', 'import sys, venv; sys.exit(sys.version_info < (3, 11))']).status === 0) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  run('python3', '-m', 'venv', generator);
  run(python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', pythonRequirements);
  await writePythonPackage({ python }, 'dist/python', version);
  run(python, '-m', 'pip', 'wheel', '--quiet', '--no-deps', '--no-build-isolation', '-w', 'dist/wheels', 'dist/python');
  console.log('dist/python, and a wheel of it in dist/wheels: twine upload dist/wheels/*');
} else console.log('no Python 3.11 or newer is here: the Python package is left out');
