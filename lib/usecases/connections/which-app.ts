import { ValidationError } from '../../domain/errors.ts';
import type { OAuthApp, OAuthAppRepository } from '../../storage/secrets/oauth-apps.ts';

/**
 * The app of a project that is meant: the one named, or the only one; undefined where the project has none.
 * @throws ValidationError for one that there is not, and when none is named of several
 */
export const createWhichApp =
  ({ apps }: { readonly apps: Pick<OAuthAppRepository, 'get' | 'list'> }) =>
  async (projectId: string, id: string | undefined): Promise<OAuthApp | undefined> => {
    if (id !== undefined) {
      const app = await apps.get(projectId, id);
      if (!app) throw new ValidationError({ conf_oauth_app_id: ['no such app'] });
      return app;
    }
    const [app, another] = await apps.list(projectId);
    if (another) throw new ValidationError({ conf_oauth_app_id: ['is required: the project has several apps'] });
    return app;
  };
