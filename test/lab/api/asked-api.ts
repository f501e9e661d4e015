/** The API of one machine, for one project, and for each of its operations what to ask. */
import { openMasterKey } from '#adapters/master-key.ts';
import { type RouteName, routeNames } from '../../../lib/api/routes.ts';
import { envelopeSecretBox } from '../../../lib/storage/secrets/secret-box.ts';
import { storeOAuthApp } from '../builders/connections.ts';
import { type GoodCall, goodCallOf } from './good-calls.ts';
import { type LocalApi, startLocalApi } from './local-api.ts';

export interface AskedApi extends LocalApi {
  /** All operations, each with something of its own that it is about. */
  goodCalls(): Promise<[RouteName, GoodCall][]>;
}

export const startAskedApi = async (): Promise<AskedApi> => {
  const api = await startLocalApi();
  const { project_id, table } = api;
  const { seal } = envelopeSecretBox({ masterKey: openMasterKey(), table });
  const app = await storeOAuthApp(table, { project_id, secret_sealed: await seal(project_id, 'secret') });
  return {
    ...api,
    goodCalls: async () => {
      const calls: [RouteName, GoodCall][] = [];
      for (const name of routeNames)
        calls.push([name, await goodCallOf(name, table, { project_id, oauth_app_id: app.id })]);
      return calls;
    },
  };
};
