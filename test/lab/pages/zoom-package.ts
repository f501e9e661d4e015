/**
 * The strings and names in the maker's own package for Zoom's page, an oracle for our table. It is no dependency: its
 * licence is not ours, and it is large. `node test/lab/pages/zoom-package.ts` fetches it into this user's cache, as CI does.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { normalText } from '../../../lib/capture/platforms/judging/normal-text.ts';
import { installedFolder, installedOnce } from '../../facsimiles/makers.ts';

const run = promisify(execFile);
const pin = fileURLToPath(new URL('zoom-package.txt', import.meta.url));
const name = 'zoom-meetingsdk';

const fetched = (): Promise<string> =>
  installedOnce(name, [pin], async (folder) => {
    const { stdout } = await run('npm', ['pack', readFileSync(pin, 'utf8').trim(), '--silent'], { cwd: folder });
    const packed = stdout.trim();
    await run('tar', ['-xzf', packed], { cwd: folder });
    await rm(join(folder, packed));
  });

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

/** Undefined where it was not fetched; CI fetches it. */
export const zoomPackage = async (): Promise<ZoomPackage | undefined> => {
  const folder = process.env.CI ? await fetched() : await installedFolder(name, [pin]);
  if (!existsSync(folder)) return undefined;
  const dist = join(folder, 'package', 'dist');
  const read = (file: string): string => readFileSync(join(dist, file), 'utf8');
  const parts = readdirSync(join(dist, 'ui')).filter((file) => /\.(?:js|css)$/.test(file));
  const main = readdirSync(dist).filter((file) => /^zoom-meeting-[\d.]+\.min\.js$/.test(file));
  const scripts = [...main, ...parts.map((file) => join('ui', file))].map(read).join('\n');
  const languages = readdirSync(join(dist, 'lib', 'lang')).map((file) => read(join('lib', 'lang', file)));
  return { scripts, says: normalText(unescaped(languages.join('\n') + scripts)) };
};

if (import.meta.main) console.log(`it is in ${await fetched()}`);
