import { randomBytes } from 'node:crypto';
import { apiKeyFrom } from '../../domain/access/api-key.ts';
import type { Naming } from '../../domain/access/plain-names.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { hashOfSecret, newSecret } from '../../process/secrets.ts';
import type { ApiKey, ApiKeyRepository, ProjectRepository } from '../../storage/projects.ts';
import type { ListPorts } from '../list-page.ts';
import { createGetProject } from './get-project.ts';

export interface ApiKeysPorts extends ListPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly apiKeys: Pick<ApiKeyRepository, 'create' | 'list' | 'revoke'>;
  readonly clock: Clock;
}

/** A new key of a project: its value, and what is kept of it besides. Cursors go on where they are signed as before. */
export const makeApiKey = (
  { id: project_id, names }: { readonly id: string; readonly names: Naming | undefined },
  name: string,
  at: Date,
  cursor_secret = newSecret(),
): { readonly api_key: string; readonly key: ApiKey } => ({
  api_key: apiKeyFrom(randomBytes(96)),
  key: {
    id: newId('api_key', at, randomBytes(10)),
    ...{ project_id, name, cursor_secret },
    ...(names && { names }),
    created_at: at.toISOString(),
  },
});

/** A key as it may be shown: what it opens the door with is shown once, when it is made. */
export type ShownKey = Omit<ApiKey, 'cursor_secret'>;

const shown = ({ cursor_secret, ...key }: ApiKey): ShownKey => key;

/** The keys of a project. Each rejects with a NotFoundError for a project or a key that there is not. */
export const createApiKeys = ({ projects, apiKeys, clock, onUnreadable }: ApiKeysPorts) => {
  const getProject = createGetProject({ projects });

  return {
    /** A new key, with its value, which is shown this once. */
    async create(project_id: string, name: string): Promise<ShownKey & { readonly api_key: string }> {
      const { names } = await getProject(project_id);
      const [other] = await apiKeys.list(project_id);
      const { api_key, key } = makeApiKey({ id: project_id, names }, name, clock.now(), other?.cursor_secret);
      await apiKeys.create(hashOfSecret(api_key), key);
      return { ...shown(key), api_key };
    },

    async list(projectId: string): Promise<ShownKey[]> {
      await getProject(projectId);
      return (await apiKeys.list(projectId, onUnreadable)).map(shown);
    },

    /** The key opens nothing from now on. Revoking it again changes nothing. */
    async revoke(projectId: string, id: string): Promise<void> {
      await getProject(projectId);
      if (!(await apiKeys.revoke(projectId, id, clock.now()))) throw new NotFoundError(`key in this project: ${id}`);
    },
  };
};
