/** What of the project may have other types in another home: all the rest is the same, and is checked once. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';

const Package = z.object({ imports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])) });

// What is deployed knows one home only, and most of what there is to read belongs to the CDK.
const deployed = ['bin/meeting-bots.ts', 'lib/infra/**', 'test/infra/**'];

/**
 * The files under `root` that name a module of which each home has its own, whatever imports these, and what declares types
 * for all. Any path in quotes counts as an import.
 */
export const filesOfHome = (root: string): string[] => {
  const { imports } = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const own = Object.keys(imports).filter((name) => typeof imports[name] !== 'string');
  const isOwn = (text: string): boolean => own.some((name) => text.includes(name.replace('*', '')));
  const texts = new Map(
    globSync('{bench,bin,dashboard,examples,lambdas,lib,statemachines,test}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: deployed,
    }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  const importers = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const [, path = ''] of text.matchAll(/['"`](\.{1,2}\/[^'"`\n]+\.tsx?)['"`]/g)) {
      const imported = join(dirname(file), path);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const found = new Set([...texts].flatMap(([file, text]) => (isOwn(text) ? file : [])));
  // A Set answers also what is added while it is gone through.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  const forAll = [...texts].flatMap(([file, text]) =>
    file.endsWith('.d.ts') || /^declare global\b/m.test(text) ? file : [],
  );
  return [...new Set([...found, ...forAll])];
};
