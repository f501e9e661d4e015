/**
 * The strings and names in the maker's own package for Zoom's page, an oracle for our table. It is no dependency: its
 * licence is not ours, and it is large. `node test/lab/pages/zoom-package.ts` fetches it into this user's cache.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { normalText } from '../../../lib/capture/platforms/judging/normal-text.ts';
import { cacheFolder } from '../../../lib/process/disk/cache-folder.ts';

const version = '6.2.0';
const place = async (): Promise<string> => join(await cacheFolder(), `zoom-meetingsdk-${version}`);
const distIn = (folder: string): string => join(folder, 'package', 'dist');

export interface ZoomPackage {
  /** Everything that it can say, in whatever language, as normal text, and its scripts. */
  readonly says: string;
  /** Its scripts, for the names of classes and ids. */
  readonly scripts: string;
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(['"])/g, '$1');

/** Undefined where it was not fetched. */
export const zoomPackage = async (): Promise<ZoomPackage | undefined> => {
  const folder = distIn(await place());
  if (!existsSync(folder)) return undefined;
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const parts = readdirSync(join(folder, 'ui')).filter((name) => /\.(?:js|css)$/.test(name));
  const scripts = [`zoom-meeting-${version}.min.js`, ...parts.map((name) => join('ui', name))].map(read).join('\n');
  const languages = readdirSync(join(folder, 'lib', 'lang')).map((name) => read(join('lib', 'lang', name)));
  return { scripts, says: normalText(unescaped(languages.join('\n') + scripts)) };
};

const fetchInto = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const made = await mkdtemp(join(folder, 'fetch-'));
  try {
    execFileSync('npm', ['pack', `@zoom/meetingsdk@${version}`, '--silent'], { cwd: made });
    execFileSync('tar', ['-xzf', `zoom-meetingsdk-${version}.tgz`], { cwd: made });
    await rm(join(folder, 'package'), { recursive: true, force: true });
    await rename(join(made, 'package'), join(folder, 'package'));
  } finally {
    await rm(made, { recursive: true, force: true });
  }
};

if (import.meta.main) {
  const folder = await place();
  if (!existsSync(distIn(folder))) await fetchInto(folder);
  console.log(`it is in ${folder}`);
}
