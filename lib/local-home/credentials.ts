/** The one project of a single machine, made on first start and shown on every one. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { openMasterKey } from '#adapters/master-key.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../storage/projects.ts';
import { envelopeSecretBox } from '../storage/secrets/secret-box.ts';
import { createAuthenticate } from '../usecases/access/authenticate.ts';
import { createCreateProject } from '../usecases/access/create-project.ts';
import { CannotStartError } from './errors.ts';

const Credentials = z.object({ project_id: z.string(), api_key: z.string(), webhook_secret: z.string() });
export type Credentials = z.infer<typeof Credentials>;

const parsed = (path: string, text: string): Credentials => {
  try {
    return Credentials.parse(JSON.parse(text));
  } catch (error) {
    const todo = 'put a copy back in its place, or remove it: then a new project and a new key are made';
    throw new CannotStartError(`${path} does not hold the credentials that were written there: ${todo}`, {
      cause: error,
    });
  }
};

const readCredentials = (path: string): Credentials | undefined => {
  try {
    return parsed(path, readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * The credentials in a data folder, made anew where there are none that open anything.
 * @throws CannotStartError for a file that holds something else
 */
export const ensureCredentials = async (folder: string): Promise<Credentials> => {
  const path = join(folder, 'credentials.json');
  const table = openTable();
  const apiKeys = apiKeyRepository(table);
  const kept = readCredentials(path);
  const authenticate = createAuthenticate({ apiKeys });
  const isKnown = await authenticate(`Token ${kept?.api_key}`).then(
    () => true,
    () => false,
  );
  if (kept && isKnown) return kept;
  const createProject = createCreateProject({
    projects: projectRepository(table),
    apiKeys,
    secretBox: envelopeSecretBox({ masterKey: openMasterKey(), table }),
    clock: systemClock,
  });
  const made = await createProject('local');
  writeFileSync(`${path}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return made;
};
