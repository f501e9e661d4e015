import { randomBytes } from 'node:crypto';
import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import type { OAuthApp, OAuthAppRepository } from '../../storage/secrets/oauth-apps.ts';

export interface OAuthAppsPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly apps: OAuthAppRepository;
  readonly secretBox: Pick<SecretBox, 'seal'>;
  readonly clock: Clock;
}

/** An app as it may be shown: nothing of its secret. */
export type ShownOAuthApp = Pick<OAuthApp, 'id' | 'client_id' | 'created_at'>;

const shown = ({ id, client_id, created_at }: OAuthApp): ShownOAuthApp => ({ id, client_id, created_at });

// Whatever the platform invents: what can stand in a form, and is no paragraph.
const printable = /^[\x21-\x7e]{1,255}$/;

/** A project's apps at the conferencing platform. Each rejects with a NotFoundError for a project that there is not. */
export const createOAuthApps = ({ projects, apps, secretBox, clock }: OAuthAppsPorts) => {
  const check = async (projectId: string): Promise<void> => {
    if (!(await projects.get(projectId))) throw new NotFoundError(`project: ${projectId}`);
  };
  return {
    /** @throws ValidationError for what can be no id or secret of an app */
    async create(project_id: string, clientId: string, clientSecret: string): Promise<ShownOAuthApp> {
      await check(project_id);
      const [client_id, secret] = [clientId.trim(), clientSecret.trim()];
      if (!printable.test(client_id)) throw new ValidationError({ client_id: ['must be text without blanks'] });
      if (!printable.test(secret)) throw new ValidationError({ client_secret: ['must be text without blanks'] });
      const now = clock.now();
      const app: OAuthApp = {
        id: newId('oauth_app', now, randomBytes(10)),
        project_id,
        client_id,
        secret_sealed: await secretBox.seal(project_id, secret),
        created_at: now.toISOString(),
      };
      await apps.put(app);
      return shown(app);
    },
    async list(projectId: string): Promise<ShownOAuthApp[]> {
      await check(projectId);
      return (await apps.list(projectId)).map(shown);
    },
    /** Nothing is opened with it any more, but for the sessions that were. @throws NotFoundError when there is none */
    async remove(projectId: string, id: string): Promise<void> {
      await check(projectId);
      if (!(await apps.get(projectId, id))) throw new NotFoundError(`app: ${id}`);
      await apps.remove(projectId, id);
    },
  };
};
