/** The one project of a single machine, made on first start. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { openMasterKey } from '#adapters/master-key.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../../storage/projects.ts';
import { envelopeSecretBox } from '../../storage/secrets/secret-box.ts';
import { hashOfKey } from '../../usecases/access/authenticate.ts';
import { createCreateProject } from '../../usecases/access/create-project.ts';
import { CannotStartError } from '../errors.ts';

const Credentials = z.object({ project_id: z.string(), api_key: z.string(), webhook_secret: z.string() });
type Credentials = z.infer<typeof Credentials>;

export interface KeptCredentials extends Credentials {
  /** Where they are kept, for their owner alone to read. */
  readonly file: string;
  readonly are_new: boolean;
  /** The key opens nothing any more: its owners have revoked it. */
  readonly is_revoked: boolean;
}

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
 * The credentials in a data folder, with a new project where the one that they belong to is not there.
 * @throws CannotStartError for a file that holds something else
 */
export const ensureCredentials = async (folder: string): Promise<KeptCredentials> => {
  const file = join(folder, 'credentials.json');
  const table = openTable();
  const projects = projectRepository(table);
  const apiKeys = apiKeyRepository(table);
  const kept = readCredentials(file);
  // A key that its owners have revoked takes nothing else away.
  if (kept && (await projects.get(kept.project_id))) {
    const key = await apiKeys.find(hashOfKey(kept.api_key));
    return { ...kept, file, are_new: false, is_revoked: !key || key.revoked_at !== undefined };
  }
  const createProject = createCreateProject({
    projects,
    apiKeys,
    secretBox: envelopeSecretBox({ masterKey: openMasterKey(), table }),
    clock: systemClock,
  });
  const made = await createProject('local');
  writeFileSync(`${file}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return { ...made, file, are_new: true, is_revoked: false };
};
