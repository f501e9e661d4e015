import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createDeleteBotData } from '../../../lib/usecases/bots/delete-bot-data.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const deleteBotData = createDeleteBotData({ bots: botRepository(table), clock: systemClock });

export const handler = http(botRoutes.deleteBotData, table, async ({ ref }) => presentBot(await deleteBotData(ref)));
