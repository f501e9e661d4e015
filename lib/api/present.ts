/** What of our records a client sees. */
import type { Bot } from '../domain/bot/bot.ts';
import { missingMediaWarnings } from '../domain/bot/missing-media.ts';
import type { BotBody } from './schemas/bots.ts';

/** `about`: what the client should know about the settings that it has just sent, and the bot's outlook. */
export const presentBot = (bot: Bot, about: readonly string[] = []): BotBody => {
  const warnings = [...about, ...missingMediaWarnings(bot)];
  return {
    id: bot.id,
    meeting_url: bot.meeting_url,
    state: bot.state,
    events: bot.events.map(({ type, sub_type, created_at }) => ({ type, sub_type, created_at })),
    transcription_state: bot.transcription_state,
    recording_state: bot.recording_state,
    join_at: bot.join_at,
    deduplication_key: bot.deduplication_key,
    metadata: bot.metadata,
    ...(warnings.length > 0 && { warnings }),
  };
};
