import type { Naming } from '../../domain/access/plain-names.ts';
import type { ApiKeyRepository, ProjectRepository } from '../../storage/projects.ts';
import type { WebhookSubscriptionRepository } from '../../storage/webhooks/webhook-subscriptions.ts';
import { createGetProject } from './get-project.ts';

export interface SetNamesPorts {
  readonly projects: Pick<ProjectRepository, 'get' | 'setNames'>;
  readonly apiKeys: Pick<ApiKeyRepository, 'setNames'>;
  readonly subscriptions: Pick<WebhookSubscriptionRepository, 'setNames'>;
}

/**
 * Changes in which names a project is answered, and told of what happens some seconds later. It is noted where each is
 * read anyhow; safe to repeat when it broke off.
 * @throws NotFoundError for a project that there is not
 */
export const createSetNames = ({ projects, apiKeys, subscriptions }: SetNamesPorts) => {
  const getProject = createGetProject({ projects });
  return async (projectId: string, names: Naming): Promise<void> => {
    await getProject(projectId);
    await projects.setNames(projectId, names);
    await apiKeys.setNames(projectId, names);
    await subscriptions.setNames(projectId, names);
  };
};
