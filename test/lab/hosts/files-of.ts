/** What lies in a folder, for tests that look over everything in it. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const unlessGone = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/** All that is below a folder, by path; what goes meanwhile is left out. */
const pathsBelow = async (folder: string): Promise<string[]> => {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessGone)) ?? [];
  return entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
};

/** The files below a folder that hold a text anywhere. */
export const filesHolding = async (folder: string, text: string): Promise<string[]> => {
  const holding: string[] = [];
  for (const path of await pathsBelow(folder)) {
    const isFile = (await lstat(path).catch(unlessGone))?.isFile();
    const bytes = isFile ? await readFile(path).catch(unlessGone) : undefined;
    if (bytes?.includes(text)) holding.push(relative(folder, path));
  }
  return holding;
};

/** The permissions of a folder (as '') and of all that is below it, in octal. */
export const permissionsIn = async (folder: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const path of [folder, ...(await pathsBelow(folder))]) {
    const { mode } = (await lstat(path).catch(unlessGone)) ?? {};
    if (mode !== undefined) found[relative(folder, path)] = (mode & 0o777).toString(8);
  }
  return found;
};
