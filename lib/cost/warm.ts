/** What a task costs that waits for a bot, in a month in which none comes. */
import type { CaptureLoad } from '../domain/bot/capture-load.ts';
import { heartbeatEverySeconds } from '../domain/bot/capture-task.ts';
import { usualSizes } from '../infra/fleet/sizes.ts';
import { type BotQuestion, taskHourUsd } from './bot.ts';
import { prices } from './prices.ts';

const hoursInMonth = 30.4 * 24;
const secondsInHour = 3600;
/** It looks for its order once a second (lib/usecases/worker/await-order.ts). */
const looksAnHour = secondsInHour;

export const warmTaskUsd = (load: CaptureLoad, how: Pick<BotQuestion, 'architecture' | 'capacity'>): number => {
  const table = looksAnHour * prices.table_read.usd + (secondsInHour / heartbeatEverySeconds) * prices.table_write.usd;
  return hoursInMonth * (taskHourUsd(usualSizes[load], how) + prices.public_address.usd + table);
};
