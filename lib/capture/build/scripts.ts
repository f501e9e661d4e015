/** The scripts of the programs that leave this process, as they were built ahead (programs.ts). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The variable that holds what a script exports. */
export const exportsName = 'hooks';
/** Those that lie there packed: gzip, of which pages are given base64. Three processes read each letter that a page is given. */
const packed: ReadonlySet<string> = new Set(['media-worker']);
export const isPacked = (program: string): boolean => packed.has(program);
export const scriptFile = (program: string): string => `${program}.js${isPacked(program) ? '.gz' : ''}`;

const read = new Map<string, Promise<string>>();

/** The folder that the environment names; beside a worker that is bundled. */
const scriptsFolder = (): string => process.env.CAPTURE_PROGRAMS ?? fileURLToPath(new URL('programs', import.meta.url));

/**
 * The script of a program by its name, which the process reads once: as text, or as base64 of what is packed.
 * @throws Error when it was not built
 */
export const programScript = (program: string): Promise<string> => {
  const path = join(scriptsFolder(), scriptFile(program));
  const script = read.get(path) ?? readScript(path, isPacked(program) ? 'base64' : 'utf8');
  read.set(path, script);
  return script;
};

const readScript = (path: string, encoding: BufferEncoding): Promise<string> =>
  readFile(path, encoding).catch((cause: unknown) => {
    throw new Error(`${path} was not built: start with \`npm start\`, or set CAPTURE_PROGRAMS to where it is`, {
      cause,
    });
  });
