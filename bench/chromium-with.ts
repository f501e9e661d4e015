/** Chromium for a service that starts its browsers itself: a program that has more arguments than those that it is started with. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackChromium } from '../lib/capture/browser/chromium/unpack-chromium.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes it into a folder, for `CHROMIUM_PATH`; its name says which switches it needs. Answers where it is. */
export const chromiumWith = async (folder: string, args: readonly string[]): Promise<string> => {
  const { path, environment } = await unpackChromium();
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const program = join(folder, 'headless_shell');
  const script = ['#!/bin/sh', ...variables, `exec ${[path, ...args].map(quoted).join(' ')} "$@"`, ''].join('\n');
  await writeFile(program, script, { mode: 0o755 });
  return program;
};
