import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createSendChatMessage } from '../../../lib/usecases/bots/send-chat-message.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const sendChatMessage = createSendChatMessage({ bots: botRepository(table) });

export const handler = http(botRoutes.sendChatMessage, table, async ({ ref, body }) =>
  presentBot(await sendChatMessage(ref, body)),
);
