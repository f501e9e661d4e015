/** Sees to it that what was captured goes when it is old. */
import { systemClock } from '../../ports/clock.ts';
import type { Table } from '../../ports/table.ts';
import { log } from '../../process/log.ts';
import { botRepository } from '../../storage/bots/bots.ts';
import { projectRepository } from '../../storage/projects.ts';
import { createForgetOld } from '../../usecases/bots/forget-old.ts';
import { startTimer } from './timer.ts';

const everySeconds = 3600;

/** `keep_days`: for how long the operator has it kept; null: for good, unless a project says less. */
export const startForgetting = (
  table: Table,
  keep_days: number | null,
  onFault: (error: unknown) => void,
): Disposable => {
  const ports = { bots: botRepository(table), projects: projectRepository(table), clock: systemClock };
  const forgetOld = createForgetOld(ports, keep_days);
  const work = async (): Promise<void> => {
    const bots = await forgetOld();
    if (bots > 0) log.info('data of bots was deleted because of its age', { bots });
  };
  return startTimer(everySeconds, work, onFault);
};
