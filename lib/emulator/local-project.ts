/** The project of `npm run deploy:local`: made once in each stack, and found again by the next run with the same secrets. */
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';

const NewProject = z.object({ project_id: z.string(), api_key: z.string(), webhook_secret: z.string() });
export type NewProject = z.infer<typeof NewProject>;

export interface LocalProjectPorts {
  /** The emulator's, where the secrets are kept: whoever empties it loses them with the project. */
  readonly secrets: SecretsManagerClient;
  readonly create: () => Promise<NewProject>;
  /** Whether a key is refused by the stack's API, as that of a project which is there no more. */
  readonly isRefused: (api_key: string) => Promise<boolean>;
}

const kept = async (secrets: SecretsManagerClient, SecretId: string): Promise<NewProject | undefined> => {
  try {
    const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
    return NewProject.parse(JSON.parse(SecretString));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

const keep = async (secrets: SecretsManagerClient, Name: string, project: NewProject): Promise<void> => {
  const SecretString = JSON.stringify(project);
  try {
    await secrets.send(new CreateSecretCommand({ Name, SecretString }));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
    await secrets.send(new PutSecretValueCommand({ SecretId: Name, SecretString }));
  }
};

/** @param table the name of the stack's table, which no other stack has */
export const localProject = async (
  table: string,
  { secrets, create, isRefused }: LocalProjectPorts,
): Promise<NewProject> => {
  const name = `deploy-local/${table}`;
  const found = await kept(secrets, name);
  if (found && !(await isRefused(found.api_key))) return found;
  const project = await create();
  await keep(secrets, name, project);
  return project;
};
