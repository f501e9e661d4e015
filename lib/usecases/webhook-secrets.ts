import { NotFoundError } from '../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { SecretBox } from '../ports/secret-box.ts';
import type { ProjectRepository } from '../storage/projects.ts';

export interface WebhookSecretsPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
  readonly clock: Clock;
}

/** The secrets that a project's webhooks are signed with: more than one while it changes over to a new one. */
export type WebhookSecrets = (projectId: string) => Promise<readonly string[]>;

const rememberedMs = 60_000;

/** Opens a project's secrets, and remembers them for a minute: deliveries are many, openings cost a call each. */
export const createWebhookSecrets = ({ projects, secretBox, clock }: WebhookSecretsPorts): WebhookSecrets => {
  const remembered = new Map<string, { readonly secrets: Promise<readonly string[]>; readonly until: number }>();

  const open = async (projectId: string): Promise<readonly string[]> => {
    const project = await projects.get(projectId);
    if (!project) throw new NotFoundError('project');
    return [await secretBox.open(projectId, project.webhook_secret_sealed)];
  };

  return (projectId) => {
    const now = clock.now().getTime();
    const known = remembered.get(projectId);
    if (known && known.until > now) return known.secrets;
    for (const [id, { until }] of remembered) if (until <= now) remembered.delete(id);
    const secrets = open(projectId);
    remembered.set(projectId, { secrets, until: now + rememberedMs });
    secrets.catch(() => remembered.delete(projectId));
    return secrets;
  };
};
