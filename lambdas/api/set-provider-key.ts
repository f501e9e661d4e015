import { openMasterKey } from '#adapters/master-key.ts';
import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { createEnterProviderKey } from '../../lib/usecases/access/provider-credentials.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const enterKey = createEnterProviderKey({
  projects: projectRepository(table),
  credentials: credentialRepository(table),
  secretBox: envelopeSecretBox({ masterKey: openMasterKey(), table }),
  clock: systemClock,
});

export const handler = http(dashboardRoutes.setProviderKey, table, ({ caller, body }) =>
  enterKey(caller.project_id, body.provider, body.key),
);
