/** How much code there is, by folder; blank lines are not counted. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from '../../row.ts';

const folders = [
  'bin',
  'lambdas',
  'statemachines',
  'bench',
  'test',
  ...[
    'domain',
    'ports',
    'storage',
    'usecases',
    'api',
    'net',
    'webhooks',
    'adapters',
    'capture',
    'demo-room',
    'demo',
    'infra',
  ].map((name) => `lib/${name}`),
];

const linesOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '').length;
};

export const sizeRows: readonly Row[] = [
  {
    number: 'lines',
    title: 'lines of TypeScript by folder',
    target: '',
    measure: async () =>
      (await Promise.all(folders.map(async (folder) => `${folder} ${await linesOf(folder)}`))).join(', '),
  },
];
