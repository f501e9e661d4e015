import { openTable } from '#adapters/table.ts';
import { presentProviderKeys } from '../../lib/api/present/dashboard.ts';
import { providerRoutes } from '../../lib/api/routes/dashboard/providers.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { hostedTranscription } from '../../lib/process/environment/services.ts';
import { environment } from '../../lib/process/environment.ts';
import { auditedTable } from '../../lib/storage/audited-table.ts';
import { connectionRepository } from '../../lib/storage/connections/connections.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { oauthAppHookRepository, oauthAppRepository } from '../../lib/storage/secrets/oauth-apps.ts';
import { openTranscribers } from '../../lib/transcription/open-transcribers.ts';
import { createEnterTriedKey, createProviderCredentials } from '../../lib/usecases/access/provider-credentials.ts';
import { createOAuthApps } from '../../lib/usecases/connections/oauth-apps.ts';
import { grouped } from '../middleware/grouped.ts';
import { onUnreadable } from '../wiring/left-out.ts';
import { openSecretBox } from '../wiring/secrets.ts';

const stored = openTable();
const table = auditedTable(stored);
const ports = {
  projects: projectRepository(table),
  credentials: credentialRepository(table),
  secretBox: openSecretBox(stored),
  clock: systemClock,
  onUnreadable,
  // Those that take a key are all asked at their makers'.
  transcriberOf: openTranscribers({
    ...environment(hostedTranscription),
    ...{ transcriptionUrl: undefined, transcription_timeout_seconds: 1 },
  }),
};
const credentials = createProviderCredentials(ports);
const enterKey = createEnterTriedKey(ports);
const apps = createOAuthApps({
  ...ports,
  apps: oauthAppRepository(table),
  hooks: oauthAppHookRepository(table),
  connections: connectionRepository(table),
});

export const handler = grouped(providerRoutes, table, {
  listProviderKeys: async ({ caller }) => presentProviderKeys(await credentials.list(caller.project_id)),
  setProviderKey: ({ caller, body }) => enterKey(caller.project_id, body.provider, body.key),
  removeProviderKey: ({ caller, query }) => credentials.remove(caller.project_id, query.provider),
  testProviderKey: ({ caller, body }) => credentials.test(caller.project_id, body.provider, {}),
  listOAuthApps: ({ caller }) => apps.list(caller.project_id),
  createOAuthApp: ({ caller, body: { client_id, ...secrets } }) => apps.create(caller.project_id, client_id, secrets),
  updateOAuthApp: ({ ref, body }) => apps.setSecrets(ref.project_id, ref.oauth_app_id, body),
  deleteOAuthApp: ({ ref }) => apps.remove(ref.project_id, ref.oauth_app_id),
});
