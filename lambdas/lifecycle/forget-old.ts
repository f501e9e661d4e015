import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { retention } from '../../lib/process/environment/retention.ts';
import { environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { createForgetOld } from '../../lib/usecases/bots/forget-old.ts';

const table = openTable();
const { keep_days } = environment(retention);
const ports = { bots: botRepository(table), projects: projectRepository(table), clock: systemClock };

export const handler = async (): Promise<void> => {
  const bots = await createForgetOld(ports, keep_days)();
  if (bots > 0) log.info('data of bots was deleted because of its age', { bots });
};
