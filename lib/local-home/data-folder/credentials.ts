/** The one project of a single machine, made on first start. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { openMasterKey } from '#adapters/master-key.ts';
import { openTable } from '#adapters/table.ts';
import { folderNames } from '../../adapters/local/folder-names.ts';
import { privateFileMode } from '../../adapters/local/private-files.ts';
import { systemClock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import { unlessMissing } from '../../process/disk/file-faults.ts';
import { log } from '../../process/log.ts';
import { hashOfSecret } from '../../process/secrets.ts';
import { apiKeyRepository, type Project, projectRepository } from '../../storage/projects.ts';
import { envelopeSecretBox } from '../../storage/secrets/secret-box.ts';
import { createCreateProject } from '../../usecases/access/create-project.ts';
import { secretAsShown } from '../../webhooks/signature.ts';
import { CannotStartError } from '../errors.ts';

const Credentials = z.object({ project_id: z.string(), api_key: z.string(), webhook_secret: z.string() });
type Credentials = z.infer<typeof Credentials>;

export interface KeptCredentials extends Credentials {
  /** Where they are kept, for their owner alone to read. */
  readonly file: string;
  readonly are_new: boolean;
  /** The key opens nothing any more: its owners have revoked it. */
  readonly is_revoked: boolean;
  /** There is no other project: commands need not name it. */
  readonly is_only: boolean;
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
    return unlessMissing(error);
  }
};

const writeCredentials = (path: string, credentials: Credentials): void => {
  writeFileSync(`${path}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: privateFileMode, flush: true });
  renameSync(`${path}.new`, path);
};

/** The secret that signs, as its owner is given it; undefined where the folder's key does not open it. */
const secretOf = async (box: SecretBox, { id, names, webhook_secret_sealed }: Project): Promise<string | undefined> => {
  try {
    return secretAsShown(await box.open(id, webhook_secret_sealed), names ?? 'neutral');
  } catch (error) {
    log.warn('secret.key of the data folder does not open its secrets: put a copy back in its place', {}, error);
    return undefined;
  }
};

/**
 * The credentials in a data folder, with the secret that signs today, and with a new project where the one that they
 * belong to is not there.
 * @throws CannotStartError for a file that holds something else
 */
export const ensureCredentials = async (folder: string): Promise<KeptCredentials> => {
  const file = join(folder, folderNames.credentials);
  const table = openTable();
  const projects = projectRepository(table);
  const apiKeys = apiKeyRepository(table);
  const isOnly = async (): Promise<boolean> => (await projects.ids()).length === 1;
  const secretBox = envelopeSecretBox({ masterKey: openMasterKey(), table });
  const kept = readCredentials(file);
  const project = kept && (await projects.get(kept.project_id));
  // A key that its owners have revoked takes nothing else away.
  if (project) {
    const key = await apiKeys.find(hashOfSecret(kept.api_key));
    const webhook_secret = (await secretOf(secretBox, project)) ?? kept.webhook_secret;
    const credentials = { ...kept, webhook_secret };
    if (webhook_secret !== kept.webhook_secret) writeCredentials(file, credentials);
    const is_revoked = !key || key.revoked_at !== undefined;
    return { ...credentials, file, are_new: false, is_revoked, is_only: await isOnly() };
  }
  const createProject = createCreateProject({ projects, apiKeys, secretBox, clock: systemClock });
  const made = await createProject('local');
  writeCredentials(file, made);
  return { ...made, file, are_new: true, is_revoked: false, is_only: await isOnly() };
};
