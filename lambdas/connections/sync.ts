import { openTable } from '#adapters/table.ts';
import { zoom } from '../../lib/conferencing/zoom.ts';
import { askJson } from '../../lib/net/ask-json.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { confServices } from '../../lib/process/environment/services.ts';
import { environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { pause } from '../../lib/process/pause.ts';
import { ConnectionMessage } from '../../lib/usecases/connections/connection-queue.ts';
import { createConnectionWork } from '../../lib/usecases/connections/connection-work.ts';
import { refreshBounds } from '../../lib/usecases/connections/open-connection.ts';
import { eachMessage } from '../events/batch.ts';
import { openSecretBox } from '../wiring/secrets.ts';

const table = openTable();
const { confAddresses } = environment(confServices);
const work = createConnectionWork({
  table,
  secretBox: openSecretBox(table),
  platform: zoom({ ask: askJson(refreshBounds), clock: systemClock }, confAddresses),
  clock: systemClock,
  pause,
  chance: Math.random,
});

export const handler = eachMessage(ConnectionMessage, async (message) => {
  const start = performance.now();
  const outcome = await work(message);
  const about = 'id' in message ? { id: message.id } : { oauth_app_id: message.oauth_app_id, told: message.told };
  log.info('connection', { ...about, outcome, duration_ms: Math.round(performance.now() - start) });
});
