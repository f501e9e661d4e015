import { type Bot, sequenceOf } from '../../domain/bot/bot.ts';
import { isJoined } from '../../domain/bot/lifecycle.ts';
import type { Measurement } from '../../process/metrics.ts';

/** What a change of a bot is to whoever counts bots: each joins once at most, and ends, or fails, once. */
export const measureLife = ({ before, after }: { before: Bot | undefined; after: Bot | undefined }): Measurement[] => {
  if (!after) return [];
  const { id: bot_id, events, platform, join_at } = after;
  const seen = before ? sequenceOf(before) : 0;
  const joined = events.findIndex(({ state }) => isJoined(state));
  const described = { dimensions: { Platform: platform }, facts: { bot_id } };
  return events.slice(seen).flatMap(({ type, sub_type, state, created_at }, index): Measurement[] => {
    if (seen + index === joined) {
      const asked_at = Math.max(Date.parse(join_at), Date.parse(events[0]?.created_at ?? join_at));
      const TimeToJoin = Math.max(0, (Date.parse(created_at) - asked_at) / 1000);
      return [{ ...described, values: { BotsJoined: 1, TimeToJoin } }];
    }
    if (state === 'ended') return [{ ...described, values: { BotsEnded: 1 } }];
    if (state !== 'fatal_error') return [];
    const dimensions = { ...described.dimensions, Reason: sub_type ?? type };
    const isNotLaunched = sub_type === 'capture_not_launched';
    return [{ ...described, dimensions, values: { BotsFailed: 1, ...(isNotLaunched && { BotsNotLaunched: 1 }) } }];
  });
};
