import * as z from 'zod';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { log } from '../../lib/process/log.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { createReportFailure } from '../../lib/usecases/lifecycle/report-failure.ts';
import { masked } from '../events/masked.ts';

const Input = z.object({
  project_id: z.string(),
  bot_id: z.string(),
  failure: z.object({ Error: z.string().optional(), Cause: z.string().optional() }),
});

const reportFailure = createReportFailure({ bots: botRepository(openTable()), clock: systemClock });

export const handler = masked(async (event: unknown) => {
  const { failure, ...ref } = Input.parse(event);
  log.error('execution failed', { bot_id: ref.bot_id, failure: failure.Error, cause: failure.Cause?.slice(0, 1000) });
  await reportFailure(ref, failure.Error);
  return {};
});
