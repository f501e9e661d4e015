import { openTable } from '#adapters/table.ts';
import { presentConnection } from '../../../lib/api/present/connection.ts';
import { connectionRoutes } from '../../../lib/api/routes/connections.ts';
import { zoom } from '../../../lib/conferencing/zoom.ts';
import { askJson } from '../../../lib/net/ask-json.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { afterOwnTime } from '../../../lib/process/deadline.ts';
import { confServices } from '../../../lib/process/environment/services.ts';
import { environment } from '../../../lib/process/environment.ts';
import { connectionRepository } from '../../../lib/storage/connections/connections.ts';
import { oauthAppRepository } from '../../../lib/storage/secrets/oauth-apps.ts';
import { createCreateConnection } from '../../../lib/usecases/connections/create-connection.ts';
import { http } from '../../middleware/http.ts';
import { openSecretBox } from '../../wiring/secrets.ts';

const table = openTable();
// The client waits, while the platform is asked twice.
// A code can be used once: what came while a busy machine held this process back is not given up.
const ask = askJson({ begins_within_ms: 4_000, ends_within_ms: 2_000, later: afterOwnTime });
const createConnection = createCreateConnection({
  connections: connectionRepository(table),
  apps: oauthAppRepository(table),
  platform: zoom({ ask, clock: systemClock }, environment(confServices).confAddresses),
  secretBox: openSecretBox(table),
  clock: systemClock,
});

export const handler = http(connectionRoutes.createConnection, table, async ({ caller, body }) =>
  presentConnection(await createConnection(caller.project_id, body)),
);
