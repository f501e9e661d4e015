/** The client as a package of Python: typed models, made of the OpenAPI document by openapi-python-client. */
import { spawnSync } from 'node:child_process';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interfaceDocument } from '../../api/openapi/document.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** What makes the package, pinned: the generator, and what builds wheels. */
export const pythonRequirements = here('python-requirements.txt');

export interface PythonTools {
  /** An interpreter for which `pythonRequirements` are installed. */
  readonly python: string;
  /** Where they are, unless the interpreter finds them by itself. */
  readonly folder?: string;
}

/**
 * Writes the package into a folder; what was there is gone.
 * @throws with the generator's words when it refuses the document, or would leave something out
 */
export const writePythonPackage = async (
  { python, folder }: PythonTools,
  to: string,
  version: string,
): Promise<void> => {
  await rm(to, { recursive: true, force: true });
  const [config, document] = [`${to}.config.json`, `${to}.openapi.json`];
  await writeFile(document, JSON.stringify(interfaceDocument()));
  const names = { project_name_override: 'meeting-bots-client', package_name_override: 'meeting_bots_client' };
  // What it would run afterwards sorts and formats, which nobody needs of a file that is made.
  await writeFile(config, JSON.stringify({ ...names, package_version_override: version, post_hooks: [] }));
  const options = ['--path', document, '--output-path', to, '--meta', 'pdm', '--config', config, '--fail-on-warning'];
  const { status, stdout, stderr } = spawnSync(python, ['-m', 'openapi_python_client', 'generate', ...options], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONUTF8: '1', ...(folder !== undefined && { PYTHONPATH: folder }) },
  });
  for (const made of [config, document]) await rm(made, { force: true });
  if (status !== 0) throw new Error(`no Python client could be generated: ${stdout}${stderr}`);
  await copyFile(here('python.md'), join(to, 'README.md'));
};
