/** The secret that a project had before its present one, for as long as it signs as well. */
import * as z from 'zod';
import type { Key, Table } from '../../ports/table.ts';
import { expiring, itemKind } from '../item-kind.ts';
import { projectKey, webhooksPartition } from '../keys.ts';
import type { Project } from '../projects.ts';

const formerItems = itemKind('former_webhook_secret', () => z.object({ sealed: z.string() }));
const formerKey = (projectId: string): Key => ({ pk: webhooksPartition(projectId), sk: 'former_secret' });

export const formerSecretRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  /** Sealed, as it was; undefined once it signs no more. */
  async get(projectId: string): Promise<string | undefined> {
    const item = await table.get(formerKey(projectId));
    return item && formerItems.recordOf(item).sealed;
  },
  /**
   * Puts another secret into the place of a project's, which signs as well until a moment.
   * @throws ConditionFailedError when the project has another one by now
   */
  async replace({ id, webhook_secret_sealed }: Project, sealed: string, until: Date): Promise<void> {
    await table.write(
      {
        update: projectKey(id),
        set: { webhook_secret_sealed: sealed },
        when: { equals: { webhook_secret_sealed } },
      },
      { put: formerItems.itemOf(formerKey(id), { sealed: webhook_secret_sealed }, expiring(until)) },
    );
  },
});
export type FormerSecretRepository = ReturnType<typeof formerSecretRepository>;
