import { openTable } from '#adapters/table.ts';
import { connectionRoutes } from '../../../lib/api/routes/connections.ts';
import { zoom } from '../../../lib/conferencing/zoom.ts';
import { askJson } from '../../../lib/net/ask-json.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { afterOwnTime } from '../../../lib/process/deadline.ts';
import { confServices } from '../../../lib/process/environment/services.ts';
import { environment } from '../../../lib/process/environment.ts';
import { connectionCredentialsRepository } from '../../../lib/storage/connections/connection-credentials.ts';
import { connectionRepository } from '../../../lib/storage/connections/connections.ts';
import { oauthAppRepository } from '../../../lib/storage/secrets/oauth-apps.ts';
import { createDeleteConnection } from '../../../lib/usecases/connections/delete-connection.ts';
import { http } from '../../middleware/http.ts';
import { openSecretBox } from '../../wiring/secrets.ts';

const table = openTable();
// The client waits, and the connection is gone whatever the platform answers.
const ask = askJson({ begins_within_ms: 3_000, ends_within_ms: 1_000, later: afterOwnTime });
const deleteConnection = createDeleteConnection({
  connections: connectionRepository(table),
  credentials: connectionCredentialsRepository(table),
  apps: oauthAppRepository(table),
  platform: zoom({ ask, clock: systemClock }, environment(confServices).confAddresses),
  secretBox: openSecretBox(table),
  clock: systemClock,
});

export const handler = http(connectionRoutes.deleteConnection, table, ({ ref }) => deleteConnection(ref));
