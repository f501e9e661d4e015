/** Rows 1 and 2: what a cold start of create-bot loads. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleFunction } from '../../../lib/infra/functions/bundle.ts';
import { judged, over } from '../../judged.ts';
import { median } from '../../median.ts';
import type { Row } from '../../row.ts';

const withBundle = async <T>(work: (file: string, atOnce: string[]) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-bench-'));
  try {
    const atOnce = bundleFunction('api/bots/create-bot', folder);
    return await work(join(folder, 'index.mjs'), atOnce);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** CPU milliseconds of a Node process that imports the file, or nothing. */
const importCpuMs = (file?: string): number => {
  const code = `${file ? `await import(${JSON.stringify(file)});` : ''}
    const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { TABLE_NAME: 'bench', AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' },
    encoding: 'utf8',
  });
  const ms = Number(stdout.trim());
  if (!ms) throw new Error(`the bundle does not load: ${stderr}`);
  return ms;
};

const runs = 9;

const most = { raw: 350 * 1024, gzip: 110 * 1024 };
const kib = (bytes: number): string => (bytes / 1024).toFixed(1);

export const bundleRows: readonly Row[] = [
  {
    number: 1,
    title: 'create-bot function bundle, KiB raw / gzip',
    target: '≤ 350 / 110',
    measure: () =>
      withBundle(async (_, atOnce) => {
        const bytes = Buffer.concat(await Promise.all(atOnce.map((file) => readFile(file))));
        const sizes = { raw: bytes.length, gzip: gzipSync(bytes).length };
        // To the byte: rounded, too much looks like enough.
        return judged(`${kib(sizes.raw)} / ${kib(sizes.gzip)}`, over(sizes, most));
      }),
  },
  {
    number: 2,
    title: 'create-bot module init, CPU ms over bare Node',
    target: '≤ 100',
    measure: () =>
      withBundle(async (file) => {
        const times = Array.from({ length: runs }, () => importCpuMs(file) - importCpuMs());
        return median(times).toFixed(0);
      }),
  },
];
