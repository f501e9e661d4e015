import { randomBytes } from 'node:crypto';
import type { Naming } from '../../domain/access/plain-names.ts';
import { newId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import { hashOfSecret } from '../../process/secrets.ts';
import type { ApiKeyRepository, ProjectRepository } from '../../storage/projects.ts';
import { newWebhookSecret } from '../../webhooks/signature.ts';
import { makeApiKey } from './api-keys.ts';

export interface CreateProjectPorts {
  readonly projects: ProjectRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
}

/** What a new project's owner must keep: neither the key nor the secret is ever shown again. */
export interface ProjectCredentials {
  readonly project_id: string;
  readonly api_key: string;
  readonly webhook_secret: string;
}

/** Creates a project with its first API key, both in the names that it is answered in, and the secret of its webhooks. */
export const createCreateProject =
  ({ projects, apiKeys, secretBox, clock }: CreateProjectPorts) =>
  async (name: string, names?: Naming): Promise<ProjectCredentials> => {
    const at = clock.now();
    const project_id = newId('project', at, randomBytes(10));
    const webhook_secret = newWebhookSecret();
    await projects.create({
      id: project_id,
      name,
      webhook_secret_sealed: await secretBox.seal(project_id, webhook_secret),
      ...(names && { names }),
      created_at: at.toISOString(),
    });
    const { api_key, key } = makeApiKey({ id: project_id, names }, 'first key', at);
    await apiKeys.create(hashOfSecret(api_key), key);
    return { project_id, api_key, webhook_secret };
  };
