import { openTable } from '#adapters/table.ts';
import { appSessionRoutes } from '../../../lib/api/routes/app-sessions.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { refOfAppSession } from '../../../lib/storage/keys.ts';
import { createGetBot } from '../../../lib/usecases/bots/get-bot.ts';
import { createGetTranscript } from '../../../lib/usecases/captured/get-transcript.ts';
import { http } from '../../middleware/http.ts';
import { packed } from '../../middleware/packed.ts';
import { onUnreadable } from '../../wiring/left-out.ts';
import { transcriptIn } from '../../wiring/transcript.ts';

const table = openTable();
const bots = botRepository(table);
const getBot = createGetBot({ bots });
const getTranscript = createGetTranscript({ bots, captured: capturedRepository(table), onUnreadable });

export const handler = packed(
  http(appSessionRoutes.getAppSessionTranscript, table, async ({ ref, query }) => {
    const session = refOfAppSession(ref);
    return transcriptIn(query.format, await getTranscript(session, query.updated_after), () => getBot(session));
  }),
);
