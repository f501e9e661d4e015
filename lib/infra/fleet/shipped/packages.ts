/** Other people's packages that a bundle is made of. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const projectRoot = fileURLToPath(new URL('../../../../', import.meta.url));

const Described = z.object({ name: z.string(), version: z.string(), license: z.string() });

export interface ShippedPackage extends z.infer<typeof Described> {
  /** The words of its licence, where the package brings them. */
  readonly text?: string;
}

/** The folder of the package that a file is of: the innermost, where one lies within another. */
const folderOf = (source: string): string[] =>
  /^(?!\().*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.slice() ?? [];

const isLicence = (file: string): boolean => /^(?:licen[cs]e|copying)\b/i.test(file);

const packageIn = (folder: string): ShippedPackage => {
  const path = join(projectRoot, folder);
  const described = Described.parse(JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')));
  const file = readdirSync(path).toSorted().find(isLicence);
  return file ? { ...described, text: readFileSync(join(path, file), 'utf8').trim() } : described;
};

/** Those of the files of a bundle, as esbuild names them, from the project's folder on; by name and version. */
export const packagesAmong = (sources: readonly string[]): ShippedPackage[] => {
  const keyOf = ({ name, version }: ShippedPackage): string => `${name} ${version}`;
  const found = new Map([...new Set(sources.flatMap(folderOf))].map(packageIn).map((one) => [keyOf(one), one]));
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
};
