/** Whether the store has removed what a bot recorded because of its age. Pure. */
import type { Bot } from '../bot/bot.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * S3 removes an object at the first midnight of UTC once it is so many days old. A recording is stored about when its bot
 * is over.
 */
export const isTooOld = ({ events }: Pick<Bot, 'events'>, days: number, now: Date): boolean => {
  const until_ms = Date.parse(events.at(-1)?.created_at ?? '') + days * dayMs;
  return now.getTime() >= Math.ceil(until_ms / dayMs) * dayMs;
};
