/** Programs of strangers that only Python's registry has: installed once per machine, by the first test that asks. */
import { execFile } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import { installedOnce } from './makers.ts';

const run = promisify(execFile);
const candidates = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];
const usable = 'import sys, pip; sys.exit(sys.version_info < (3, 10))';

const findPython = async (): Promise<string | undefined> => {
  for (const candidate of candidates) {
    const works = await run(candidate, ['-c', usable]).then(
      () => true,
      () => false,
    );
    if (works) return candidate;
  }
  return undefined;
};

export interface PythonPackages {
  readonly python: string;
  /** For PYTHONPATH. */
  readonly folder: string;
}

/**
 * The packages of a requirements file, or why there are none.
 * @param requirements a file of `makers/`, or the path of another one
 */
export const pythonPackages = async (requirements: string): Promise<PythonPackages | { readonly missing: string }> => {
  const python = await findPython();
  if (python === undefined) return { missing: 'there is no Python 3.10 or newer with pip' };
  const pins = resolve(import.meta.dirname, 'makers', requirements);
  try {
    const { stdout: version } = await run(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']);
    const folder = await installedOnce(`${basename(pins)}-python-${version.trim()}`, [pins], (half) =>
      run(python, ['-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', '--target', half, '-r', pins], {
        timeout: 240_000,
      }),
    );
    return { python, folder };
  } catch (error) {
    return { missing: `${requirements} could not be installed: ${String(error).trim().split('\n').at(-1)}` };
  }
};
