import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openMediaStore } from '#adapters/media-store.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { countedLines } from '../../lib/process/counted-lines.ts';
import { retention } from '../../lib/process/environment/retention.ts';
import { environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { listedBots } from '../../lib/storage/bots/bot-lists.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../lib/storage/bots/commands.ts';
import { BotToErase, erasureRepository } from '../../lib/storage/bots/erasures.ts';
import { participantRepository } from '../../lib/storage/bots/participants.ts';
import { speechRepository } from '../../lib/storage/bots/speech.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhooks/webhook-deliveries.ts';
import { createForgetOld } from '../../lib/usecases/bots/forget-old.ts';
import { createEraseBot, createEraseLeft } from '../../lib/usecases/lifecycle/erase-bot.ts';
import { eachMessage } from '../events/batch.ts';
import { masked } from '../events/masked.ts';

const table = openTable();
const { keep_days } = environment(retention);
const bots = listedBots(table);
const erasures = erasureRepository(table);
const eraseBot = createEraseBot({
  bots,
  captured: capturedRepository(table),
  commands: commandRepository(table),
  participants: participantRepository(table),
  media: openMediaStore(),
  deliveries: webhookDeliveryRepository(table),
  speech: speechRepository(table),
  erasures,
  clock: systemClock,
});
const eraseEach = eachMessage(BotToErase, eraseBot);
const eraseLeft = createEraseLeft({
  erasures,
  eraseBot,
  onFault: (error, ref) => log.error(countedLines.leftNotRemoved, { ...ref }, error),
});
const forgetOld = createForgetOld(
  {
    bots,
    projects: projectRepository(table),
    clock: systemClock,
    onFault: (error, about) => log.error(countedLines.oldNotDeleted, { ...about }, error),
  },
  keep_days,
);

/** So long one bot may take: a run that is cut off counts as one that failed. */
const forOneBotMs = 120_000;

/**
 * Comes round each hour. Called with messages in between, it removes what these bots left. What is old is deleted first:
 * removing may take longer than there is time, each hour anew. It then ends before it is cut off.
 */
export const handler = masked(
  async (
    event: Partial<SQSEvent>,
    context: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<SQSBatchResponse | undefined> => {
    if (event.Records) return eraseEach({ Records: event.Records });
    let isOver = false;
    const hasTime = (): boolean => {
      isOver ||= context.getRemainingTimeInMillis() < forOneBotMs;
      return !isOver;
    };
    try {
      const forgotten = await forgetOld(hasTime);
      if (forgotten > 0) log.info('data of bots was deleted because of its age', { bots: forgotten });
    } finally {
      await eraseLeft(hasTime);
      if (isOver) log.warn('not all that is to be deleted was, for want of time');
    }
    return undefined;
  },
);
