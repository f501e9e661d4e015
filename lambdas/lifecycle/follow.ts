import { openLifecycleExecution } from '#adapters/lifecycle-execution.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { botOfItem } from '../../lib/storage/bots.ts';
import { executionRepository } from '../../lib/storage/executions.ts';
import { createFollowBot } from '../../lib/usecases/follow-bot.ts';
import { changesTogether } from '../middleware/batch.ts';

const followBot = createFollowBot({
  executions: executionRepository(openTable()),
  lifecycle: openLifecycleExecution(),
  clock: systemClock,
});

/** Bots do not wait for each other; the changes of one are followed in their order. */
export const handler = changesTogether(['bot'], async (changes) => {
  const byBot = Map.groupBy(changes, (change) => (change.new ?? change.old)?.pk);
  const followAll = async (ofOne: typeof changes): Promise<void> => {
    for (const change of ofOne) {
      await followBot({ before: change.old && botOfItem(change.old), after: change.new && botOfItem(change.new) });
    }
  };
  await Promise.all([...byBot.values()].map(followAll));
});
