import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createLeaveBot } from '../../../lib/usecases/bots/leave-bot.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const leaveBot = createLeaveBot({ bots: botRepository(table), clock: systemClock });

export const handler = http(botRoutes.leaveBot, table, async ({ ref }) => presentBot(await leaveBot(ref)));
