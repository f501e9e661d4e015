/**
 * Which files of tests have a process of their own. The others of their suite share a few: modules are then loaded once and
 * not once for each file, and what the engine has compiled stays compiled.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * What a file changes for all that comes after it in its process, and is not put back (put-back.ts): modules that are replaced,
 * the environment where functions are loaded, which read it then, and the engine.
 */
const changes = [
  /\bvi\.(?:mock|doMock|resetModules)\(/,
  /\bvi\.stubEnv\([\s\S]*\/lambdas\/(?!middleware|events|wiring)|\/lambdas\/(?!middleware|events|wiring)[\s\S]*\bvi\.stubEnv\(/,
  /\bprocess\.env(?:\.\w+|\[[^\]]+\])? (?:\?\?)?= |\bdelete process\.env\b|\bassign\(process\.env\b/,
  // A client of the SDK whose class is replaced for good; one that is replaced itself changes nothing else.
  /\bmockClient\([A-Z](?![\s\S]*\.restore\(\))/,
  /\b(?:setEnvironment|startLocal|preparePrograms|prepareDashboard|setFlagsFromString)\(/,
];

const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\b[^'"]*?'(\.[^']+\.ts)'/gm)].map(([, name = '']) => join(dirname(file), name));

/** Of these files under `root`, those that change what others go by, or use a helper of `test` that does. */
export const filesAlone = (root: string, pattern: string): string[] => {
  const known = new Map<string, boolean>();
  const isChanging = (file: string): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    known.set(file, false);
    const text = readFileSync(join(root, file), 'utf8');
    const isSo =
      changes.some((change) => change.test(text)) ||
      importsOf(file, text).some((name) => name.startsWith('test/') && isChanging(name));
    known.set(file, isSo);
    return isSo;
  };
  return globSync(pattern, { cwd: root }).filter(isChanging);
};
