import { openConnectionQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { dueConnections } from '../../lib/storage/connections/connection-sync.ts';
import { dueRepository } from '../../lib/storage/due.ts';
import { createSweepDue } from '../../lib/usecases/timers/sweep-due.ts';
import { masked } from '../events/masked.ts';

const sweepDue = createSweepDue({
  due: dueRepository(openTable(), dueConnections),
  queue: openConnectionQueue(),
  clock: systemClock,
});

export const handler = masked(async (): Promise<void> => {
  await sweepDue();
});
