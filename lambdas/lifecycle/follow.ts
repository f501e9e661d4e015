import { openLifecycleExecution } from '#adapters/lifecycle-execution.ts';
import { openMediaStore } from '#adapters/media-store.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { environment, launchRate, transcriptionTime } from '../../lib/process/environment.ts';
import { measure } from '../../lib/process/metrics.ts';
import { botOfItem } from '../../lib/storage/bots/bot-item.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../lib/storage/bots/participants.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { launchCountRepository } from '../../lib/storage/launch-counts.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhooks/webhook-deliveries.ts';
import { createFollowErasure } from '../../lib/usecases/lifecycle/erase-captured.ts';
import { createFollowBot } from '../../lib/usecases/lifecycle/follow-bot.ts';
import { measureLife } from '../../lib/usecases/lifecycle/measure-life.ts';
import { createPlanStaging } from '../../lib/usecases/lifecycle/plan-staging.ts';
import { changesTogether } from '../events/batch.ts';

const table = openTable();
const followBot = createFollowBot({
  executions: executionRepository(table),
  lifecycle: openLifecycleExecution(),
  planStaging: createPlanStaging({
    counts: launchCountRepository(table),
    clock: systemClock,
    ...environment(launchRate),
  }),
  clock: systemClock,
  ...environment(transcriptionTime),
});
const followErasure = createFollowErasure({
  captured: capturedRepository(table),
  commands: commandRepository(table),
  participants: participantRepository(table),
  media: openMediaStore(),
  deliveries: webhookDeliveryRepository(table),
  speech: speechRepository(table),
  clock: systemClock,
});

/** Bots do not wait for each other; the changes of one are followed in their order. */
export const handler = changesTogether(['bot'], async (changes) => {
  const byBot = Map.groupBy(changes, (change) => (change.new ?? change.old)?.pk);
  const followAll = async (ofOne: typeof changes): Promise<void> => {
    for (const { old, new: next } of ofOne) {
      const change = { before: old && botOfItem(old), after: next && botOfItem(next) };
      await followBot(change);
      await followErasure(change);
      for (const seen of measureLife(change)) measure(seen);
    }
  };
  await Promise.all([...byBot.values()].map(followAll));
});
