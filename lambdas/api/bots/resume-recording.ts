import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createResumeRecording } from '../../../lib/usecases/bots/resume-recording.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const resumeRecording = createResumeRecording({ bots: botRepository(table), clock: systemClock });

export const handler = http(botRoutes.resumeRecording, table, async ({ ref }) =>
  presentBot(await resumeRecording(ref)),
);
