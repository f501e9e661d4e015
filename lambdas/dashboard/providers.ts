import { openMasterKey } from '#adapters/master-key.ts';
import { openTable } from '#adapters/table.ts';
import { presentProviderKeys } from '../../lib/api/present-dashboard.ts';
import { providerRoutes } from '../../lib/api/routes/dashboard/providers.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { createEnterProviderKey } from '../../lib/usecases/access/provider-credentials.ts';
import { grouped } from '../middleware/grouped.ts';

const table = openTable();
const credentials = credentialRepository(table);
const enterKey = createEnterProviderKey({
  projects: projectRepository(table),
  credentials,
  secretBox: envelopeSecretBox({ masterKey: openMasterKey(), table }),
  clock: systemClock,
});

export const handler = grouped(providerRoutes, table, {
  listProviderKeys: async ({ caller }) => presentProviderKeys(await credentials.list(caller.project_id)),
  setProviderKey: ({ caller, body }) => enterKey(caller.project_id, body.provider, body.key),
  removeProviderKey: ({ caller, query }) => credentials.remove(caller.project_id, query.provider),
});
