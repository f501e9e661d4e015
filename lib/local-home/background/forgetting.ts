/** Sees to it that what was captured goes when it is old, and what is to go and could not be removed at once. */
import { systemClock } from '../../ports/clock.ts';
import type { Eraser } from '../../ports/eraser.ts';
import type { Table } from '../../ports/table.ts';
import { countedLines } from '../../process/counted-lines.ts';
import { log } from '../../process/log.ts';
import { listedBots } from '../../storage/bots/bot-lists.ts';
import { erasureRepository } from '../../storage/bots/erasures.ts';
import { projectRepository } from '../../storage/projects.ts';
import { createForgetOld } from '../../usecases/bots/forget-old.ts';
import { startTimer } from './timer.ts';

const everySeconds = 3600;

/** `keep_days`: for how long the operator has it kept; null: for good, unless a project says less. */
export const startForgetting = (
  table: Table,
  eraser: Eraser,
  keep_days: number | null,
  onFault: (error: unknown) => void,
): Disposable => {
  const forgetOld = createForgetOld(
    {
      bots: listedBots(table),
      projects: projectRepository(table),
      clock: systemClock,
      onFault: (error, about) => log.error(countedLines.oldNotDeleted, { ...about }, error),
    },
    keep_days,
  );
  const erasures = erasureRepository(table);
  const work = async (): Promise<void> => {
    try {
      const bots = await forgetOld();
      if (bots > 0) log.info('data of bots was deleted because of its age', { bots });
    } finally {
      await eraser.start(await erasures.list());
    }
  };
  return startTimer(everySeconds, work, onFault);
};
