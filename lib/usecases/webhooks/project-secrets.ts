/** The secret of a project, which signs bots' own webhooks and what clients are asked for tokens with. */
import { secretOverlapHours } from '../../domain/webhook/webhook-subscription.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Project, ProjectRepository } from '../../storage/projects.ts';
import type { FormerSecretRepository } from '../../storage/webhooks/former-secrets.ts';
import { newWebhookSecret, secretAsShown } from '../../webhooks/signature.ts';
import { createGetProject } from '../access/get-project.ts';

export interface ProjectSecretsPorts {
  readonly formerSecrets: Pick<FormerSecretRepository, 'get'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
}

/** Opens those that sign, newest first: two while a project changes over to a new one. */
export const createProjectSecrets =
  ({ formerSecrets, secretBox }: ProjectSecretsPorts) =>
  async ({ id, webhook_secret_sealed }: Project): Promise<string[]> => {
    const former = await formerSecrets.get(id);
    const sealed = [webhook_secret_sealed, ...(former === undefined ? [] : [former])];
    return Promise.all(sealed.map((one) => secretBox.open(id, one)));
  };

export interface RotateProjectSecretPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly formerSecrets: Pick<FormerSecretRepository, 'replace'>;
  readonly secretBox: Pick<SecretBox, 'seal'>;
  readonly clock: Clock;
}

/**
 * Gives a project a new secret, which is shown this once. The one before it goes on signing for so many hours.
 * @throws NotFoundError for a project that there is not
 */
export const createRotateProjectSecret =
  ({ projects, formerSecrets, secretBox, clock }: RotateProjectSecretPorts) =>
  async (projectId: string, overlapHours = secretOverlapHours) => {
    const project = await createGetProject({ projects })(projectId);
    const webhook_secret = newWebhookSecret();
    const until = new Date(clock.now().getTime() + overlapHours * 3_600_000);
    await formerSecrets.replace(project, await secretBox.seal(projectId, webhook_secret), until);
    return {
      project_id: projectId,
      webhook_secret: secretAsShown(webhook_secret, project.names ?? 'neutral'),
      former_secret_until: until.toISOString(),
    };
  };
