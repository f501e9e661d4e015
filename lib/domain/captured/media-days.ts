/** Whether the store has removed what a bot recorded because of its age. Pure. */
import type { Bot } from '../bot/bot.ts';

const dayMs = 24 * 60 * 60_000;

/** Of one of which it is not known, the meeting was over about when it was stored; transcripts may have come long after. */
const storedAt = ({ events, recording }: Pick<Bot, 'events' | 'recording'>): string | undefined =>
  recording?.stored_at ?? (events.findLast(({ state }) => state === 'post_processing') ?? events.at(-1))?.created_at;

/** S3 removes an object at the first midnight of UTC once it is so many days old. */
export const isTooOld = (bot: Pick<Bot, 'events' | 'recording'>, days: number, now: Date): boolean => {
  const until_ms = Date.parse(storedAt(bot) ?? '') + days * dayMs;
  return now.getTime() >= Math.ceil(until_ms / dayMs) * dayMs;
};
