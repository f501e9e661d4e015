/**
 * Before tests that start browsers: what runs in pages is built, as it is when the service starts, and beside it the program
 * of the pages that tests make for one hook each.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../../lib/capture/build/bundle.ts';
import { preparePrograms } from '../../../lib/capture/build/programs.ts';
import { exportsName, scriptFile } from '../../../lib/capture/build/scripts.ts';
import { pageProgram, pageProgramEntry } from '../pages/page-program.ts';

export default async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'));
  await cp(await preparePrograms(), folder, { recursive: true });
  await writeFile(join(folder, scriptFile(pageProgram)), bundle(pageProgramEntry, exportsName));
  process.env.CAPTURE_PROGRAMS = folder;
  return () => rm(folder, { recursive: true });
};
