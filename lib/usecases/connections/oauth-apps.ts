import { randomBytes } from 'node:crypto';
import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import type { OAuthApp, OAuthAppHookRepository, OAuthAppRepository } from '../../storage/secrets/oauth-apps.ts';
import { createGetProject } from '../access/get-project.ts';
import type { ListPorts } from '../list-page.ts';

export interface OAuthAppsPorts extends ListPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly apps: OAuthAppRepository;
  readonly hooks: OAuthAppHookRepository;
  readonly connections: Pick<ConnectionRepository, 'ofApp'>;
  readonly secretBox: Pick<SecretBox, 'seal'>;
  readonly clock: Clock;
}

/** An app as it may be shown: nothing of its secrets. */
export type ShownOAuthApp = Pick<OAuthApp, 'id' | 'client_id' | 'created_at'> & {
  readonly has_webhook_secret: boolean;
};

/** What is left out stays as it is. */
export interface OAuthAppSecrets {
  readonly client_secret?: string;
  /** By this the platform signs what it tells of the app: nothing else is believed. */
  readonly webhook_secret?: string;
}

// Whatever the platform invents: what can stand in a form, and is no paragraph.
const printable = /^[\x21-\x7e]{1,255}$/;

/** @throws ValidationError for what can be no id or secret of an app */
const checked = (name: string, text: string): string => {
  const trimmed = text.trim();
  if (!printable.test(trimmed)) throw new ValidationError({ [name]: ['must be text without blanks'] });
  return trimmed;
};

/** A project's apps at the conferencing platform. Each rejects with a NotFoundError for a project or app that there is not. */
export const createOAuthApps = (ports: OAuthAppsPorts) => {
  const { projects, apps, hooks, connections, secretBox, clock, onUnreadable } = ports;

  const getProject = createGetProject({ projects });
  const find = async (projectId: string, id: string): Promise<OAuthApp> => {
    await getProject(projectId);
    const app = await apps.get(projectId, id);
    if (!app) throw new NotFoundError(`app: ${id}`);
    return app;
  };
  const shown = async ({ id, client_id, created_at }: OAuthApp): Promise<ShownOAuthApp> => ({
    id,
    client_id,
    // One that cannot be read is none: nothing is believed by it, and one that is entered takes its place.
    has_webhook_secret: (await hooks.get(id, onUnreadable)) !== undefined,
    created_at,
  });
  /** Given the secret of webhooks: what it is kept as. @throws ValidationError */
  const hookOf = async (project_id: string, oauth_app_id: string, secrets: OAuthAppSecrets) => {
    if (secrets.webhook_secret === undefined) return undefined;
    const secret = checked('webhook_secret', secrets.webhook_secret);
    return { project_id, oauth_app_id, webhook_secret_sealed: await secretBox.seal(project_id, secret) };
  };
  /** @throws ValidationError while users are connected by an app: nothing of theirs would work any more */
  const checkUnused = async (projectId: string, id: string): Promise<void> => {
    if ((await connections.ofApp(projectId, id, { limit: 1 })).length === 0) return;
    const reason = 'has connections: delete those first, under Connections in the dashboard or by the API';
    throw new ValidationError({ app: [reason] }, `the app ${id} ${reason}`);
  };

  return {
    /** @throws ValidationError for what can be no id or secret of an app */
    async create(
      project_id: string,
      clientId: string,
      secrets: OAuthAppSecrets & { readonly client_secret: string },
    ): Promise<ShownOAuthApp> {
      await getProject(project_id);
      const client_id = checked('client_id', clientId);
      const client_secret = checked('client_secret', secrets.client_secret);
      const now = clock.now();
      const id = newId('oauth_app', now, randomBytes(10));
      const hook = await hookOf(project_id, id, secrets);
      const app: OAuthApp = {
        ...{ id, project_id, client_id },
        secret_sealed: await secretBox.seal(project_id, client_secret),
        created_at: now.toISOString(),
      };
      await apps.put(app, hook);
      return shown(app);
    },

    /** The app has other secrets from now on, for everybody who is connected by it. @throws ValidationError */
    async setSecrets(project_id: string, id: string, secrets: OAuthAppSecrets): Promise<void> {
      const app = await find(project_id, id);
      const hook = await hookOf(project_id, id, secrets);
      if (secrets.client_secret !== undefined) {
        const client_secret = checked('client_secret', secrets.client_secret);
        await apps.put({ ...app, secret_sealed: await secretBox.seal(project_id, client_secret) }, hook);
      } else if (hook) await hooks.put(hook);
    },

    async list(projectId: string): Promise<ShownOAuthApp[]> {
      await getProject(projectId);
      return Promise.all((await apps.list(projectId, onUnreadable)).map(shown));
    },

    /** Nothing is opened with it any more, but for the sessions that were. @throws ValidationError while it has connections */
    async remove(projectId: string, id: string): Promise<void> {
      const app = await find(projectId, id);
      await checkUnused(projectId, id);
      const hook = await hooks.get(id);
      await apps.remove(projectId, id);
      try {
        // Nobody is connected any more from the removal on; somebody may have been just before it.
        await checkUnused(projectId, id);
      } catch (error) {
        await apps.put(app, hook);
        throw error;
      }
    },
  };
};
