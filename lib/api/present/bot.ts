/** What of our records a client sees. */
import type { Bot } from '../../domain/bot/bot.ts';
import { missingMediaWarnings } from '../../domain/bot/missing-media.ts';
import { platformWarnings } from '../../domain/bot/platform-limits.ts';
import type { BotBody } from '../schemas/bots.ts';

/**
 * The settings that hold no address and nothing that its sender has named: both may be secrets, and everybody who may look
 * at a bot is answered.
 */
const openSettings = ({ transcription_settings, bot_chat_message, conf_settings, ...bot }: Bot) => ({
  bot_name: bot.bot_name,
  recording_settings: bot.recording_settings,
  transcription_settings: transcription_settings.custom_async ? { custom_async: {} } : transcription_settings,
  automatic_leave_settings: bot.automatic_leave_settings,
  ...(bot_chat_message && { bot_chat_message }),
  ...(conf_settings && { conf_settings }),
  ...(bot.follows && { calendar_event_id: bot.follows.calendar_event_id }),
});

const bodyOf = (bot: Bot, warnings: readonly string[]): BotBody => ({
  id: bot.id,
  meeting_url: bot.meeting_url,
  state: bot.state,
  events: bot.events.map(({ type, sub_type, created_at }) => ({ type, sub_type, created_at })),
  transcription_state: bot.transcription_state,
  recording_state: bot.recording_state,
  join_at: bot.join_at,
  deduplication_key: bot.deduplication_key,
  metadata: bot.metadata,
  ...openSettings(bot),
  ...(warnings.length > 0 && { warnings: [...warnings] }),
});

/** `about`: what the client should know about the settings that were taken, and the bot's outlook. */
export const presentBot = (bot: Bot, about: readonly string[] = []): BotBody =>
  bodyOf(bot, [...about, ...platformWarnings(bot), ...missingMediaWarnings(bot)]);

/** The same of a bot that has not been anywhere yet. */
export const presentNewBot = (bot: Bot, about: readonly string[]): BotBody =>
  bodyOf(bot, [...about, ...platformWarnings(bot)]);
