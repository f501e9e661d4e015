/** The scripts of the programs that leave this process, as they were built ahead (programs.ts). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The variable that holds what a script exports. */
export const exportsName = 'hooks';
export const scriptFile = (program: string): string => `${program}.js`;

const read = new Map<string, Promise<string>>();

/** The folder that the environment names; beside a worker that is bundled. */
const scriptsFolder = (): string => process.env.CAPTURE_PROGRAMS ?? fileURLToPath(new URL('programs', import.meta.url));

/**
 * The script of a program by its name, which the process reads once.
 * @throws Error when it was not built
 */
export const programScript = (program: string): Promise<string> => {
  const path = join(scriptsFolder(), scriptFile(program));
  const script = read.get(path) ?? readScript(path);
  read.set(path, script);
  return script;
};

const readScript = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`${path} was not built: start with \`npm start\`, or set CAPTURE_PROGRAMS to where it is`, {
      cause,
    });
  });
