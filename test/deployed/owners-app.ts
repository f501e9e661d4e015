/** What the owner who walks through a deployed dashboard has at the platform of connections: an app, and a user who allows it. */
import type { Conf } from '../facsimiles/conf/conf.ts';
import { type App, anApp, aUser } from '../facsimiles/conf/people.ts';
import type { Stage } from './stage.ts';

const hook = { url: '', secret: 'secret-token-of-webhooks' };
export const ownersApp: App = anApp({ client_id: 'client-of-an-owner', webhook: hook });
export const ownersUser = aUser({ id: 'b7c-8Dq3R2mUEx3cQGBjVw', email: 'priya@example.com', first_name: 'Priya' });

/** As the walk goes by it. */
export const grantedBy = (conf: Conf, { hookUrl }: Pick<Stage, 'hookUrl'>) => ({
  ...{ client_id: ownersApp.client_id, client_secret: ownersApp.client_secret, webhook_secret: hook.secret },
  tellsAt: ({ pathname }: URL) => Object.assign(hook, { url: hookUrl(pathname) }),
  authorise: () => `${ownersApp.redirect_uris[0]}?code=${conf.authorise(ownersUser, { app: ownersApp })}`,
  remove: () => conf.removeApp(ownersUser, ownersApp),
});
