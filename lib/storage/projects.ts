import type { Table } from '../ports/table.ts';
import { apiKeyKey, projectKey } from './keys.ts';

/** Whose everything is. The secret that its webhooks are signed with is sealed by the SecretBox. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly webhook_secret_sealed: string;
  readonly created_at: string;
}

/** A key as stored: never its value, only the hash it is looked up by. */
export interface ApiKey {
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  /** Signs the cursors of lists, so that one made up or altered is refused. The same in all keys of a project. */
  readonly cursor_secret: string;
  readonly created_at: string;
  readonly revoked_at?: string;
}

export const projectRepository = (table: Table) => ({
  /** Stores a project that does not exist yet. */
  async create(project: Project): Promise<void> {
    await table.write({ put: { ...projectKey(project.id), kind: 'project', ...project }, when: { exists: false } });
  },
  async get(id: string): Promise<Project | undefined> {
    return (await table.get(projectKey(id))) as unknown as Project | undefined;
  },
});
export type ProjectRepository = ReturnType<typeof projectRepository>;

export const apiKeyRepository = (table: Table) => ({
  async create(hash: string, key: ApiKey): Promise<void> {
    await table.write({ put: { ...apiKeyKey(hash), kind: 'api_key', ...key }, when: { exists: false } });
  },
  /** The key with this hash, read as last written: a revoked key fails at once. */
  async find(hash: string): Promise<ApiKey | undefined> {
    return (await table.get(apiKeyKey(hash))) as unknown as ApiKey | undefined;
  },
});
export type ApiKeyRepository = ReturnType<typeof apiKeyRepository>;
