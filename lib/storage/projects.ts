import * as z from 'zod';
import { type Naming, namings } from '../domain/access/plain-names.ts';
import type { Item, Table } from '../ports/table.ts';
import { type Fields, itemKind } from './item-kind.ts';
import { apiKeyKey, projectKey } from './keys.ts';
import { itemsIn, type List, listedIn, positionsIn } from './listings.ts';
import { type OnUnreadable, recordsOf } from './readable.ts';

/** Whose everything is. The secret that its webhooks are signed with is sealed by the SecretBox. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly webhook_secret_sealed: string;
  /** In which names it is answered; neutral ones where it does not say. */
  readonly names?: Naming;
  /** After how many days what its bots brought home is deleted; it says nothing of that where it is null or missing. */
  readonly keep_days?: number | null;
  readonly created_at: string;
}

/** A key as stored: never its value, only the hash it is looked up by. */
export interface ApiKey {
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  /** Signs the cursors of lists, so that one made up or altered is refused. The same in all keys of a project. */
  readonly cursor_secret: string;
  /** Those of its project, so that a request is answered without reading that. */
  readonly names?: Naming;
  readonly created_at: string;
  readonly revoked_at?: string;
}

const projectItems = itemKind<Project>('project', () =>
  z.object({
    id: z.string(),
    name: z.string(),
    webhook_secret_sealed: z.string(),
    names: z.enum(namings).exactOptional(),
    keep_days: z.number().nullable().exactOptional(),
    created_at: z.string(),
  } satisfies Fields<Project>),
);

const apiKeyItems = itemKind<ApiKey>('api_key', () =>
  z.object({
    id: z.string(),
    project_id: z.string(),
    name: z.string(),
    cursor_secret: z.string(),
    names: z.enum(namings).exactOptional(),
    created_at: z.string(),
    revoked_at: z.string().exactOptional(),
  } satisfies Fields<ApiKey>),
);

const projectList: List = { index: 'gsi1', partition: 'projects' };
export const apiKeyList = (projectId: string): List => ({ index: 'gsi1', partition: `${projectId}#api_keys` });

export const projectRepository = (table: Table) => ({
  /** Stores a project that does not exist yet. */
  async create(project: Project): Promise<void> {
    const listing = listedIn({ ...projectList, position: project.id });
    await table.write({ put: projectItems.itemOf(projectKey(project.id), project, listing), when: { exists: false } });
  },
  async get(id: string): Promise<Project | undefined> {
    const item = await table.get(projectKey(id));
    return item && projectItems.recordOf(item);
  },
  /** @throws ConditionFailedError for a project that there is not */
  async setNames(id: string, names: Naming): Promise<void> {
    await table.write({ update: projectKey(id), set: { names }, when: { exists: true } });
  },
  /** @throws ConditionFailedError for a project that there is not */
  async setKeepDays(id: string, keep_days: number | null): Promise<void> {
    await table.write({ update: projectKey(id), set: { keep_days }, when: { exists: true } });
  },
  /** The ids of all projects, oldest first, also of those whose records cannot be read. */
  ids: (): Promise<string[]> => positionsIn(table, projectList),
  /** All projects, oldest first. */
  async list(): Promise<Project[]> {
    return (await itemsIn(table, projectList)).map(projectItems.recordOf);
  },
});
export type ProjectRepository = ReturnType<typeof projectRepository>;

export const apiKeyRepository = (table: Table) => {
  const ofProject = (projectId: string): Promise<Item[]> => itemsIn(table, apiKeyList(projectId));

  return {
    async create(hash: string, key: ApiKey): Promise<void> {
      const listing = listedIn({ ...apiKeyList(key.project_id), position: key.id });
      await table.write({ put: apiKeyItems.itemOf(apiKeyKey(hash), key, listing), when: { exists: false } });
    },
    /** The key with this hash, read as last written: a revoked key fails at once. */
    async find(hash: string): Promise<ApiKey | undefined> {
      const item = await table.get(apiKeyKey(hash));
      return item && apiKeyItems.recordOf(item);
    },
    /** All keys of a project, revoked ones too, oldest first; those that cannot be read by `readable`'s rule. */
    async list(projectId: string, onUnreadable?: OnUnreadable): Promise<ApiKey[]> {
      return recordsOf(await ofProject(projectId), apiKeyItems.recordOf, onUnreadable);
    },
    /** Has a project's keys say in which names it is answered. */
    async setNames(projectId: string, names: Naming): Promise<void> {
      for (const { pk, sk } of await ofProject(projectId)) {
        await table.write({ update: { pk, sk }, set: { names }, when: { exists: true } });
      }
    },
    /** Revokes a key from now on. Answers false when the project has no such key. */
    async revoke(projectId: string, id: string, at: Date): Promise<boolean> {
      const item = (await ofProject(projectId)).find((key) => key.id === id);
      if (!item) return false;
      if (apiKeyItems.recordOf(item).revoked_at !== undefined) return true;
      const { pk, sk } = item;
      await table.write({ update: { pk, sk }, set: { revoked_at: at.toISOString() }, when: { exists: true } });
      return true;
    },
  };
};
export type ApiKeyRepository = ReturnType<typeof apiKeyRepository>;
