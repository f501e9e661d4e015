import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { checkClientUrl } from '../../../lib/net/client-url.ts';
import { clientAddresses, environment } from '../../../lib/process/environment.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createUpdateVoiceAgentSettings } from '../../../lib/usecases/bots/update-voice-agent-settings.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const policy = environment(clientAddresses);
const updateVoiceAgentSettings = createUpdateVoiceAgentSettings({
  bots: botRepository(table),
  checkAddress: (url) => checkClientUrl(url, policy),
});

export const handler = http(botRoutes.updateVoiceAgentSettings, table, async ({ ref, body }) =>
  presentBot(await updateVoiceAgentSettings(ref, body)),
);
