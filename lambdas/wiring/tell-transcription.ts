import { systemClock } from '../../lib/ports/clock.ts';
import type { Table } from '../../lib/ports/table.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { createTellTranscription } from '../../lib/usecases/captured/unfinished-transcript.ts';

/** For every answer about a bot, or an app session, that a fault may have ended. */
export const openTellTranscription = (table: Table) =>
  createTellTranscription({ speech: speechRepository(table), clock: systemClock });
