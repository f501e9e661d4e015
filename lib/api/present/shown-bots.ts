/** What people see of bots besides what clients do. */
import type * as z from 'zod';
import { isEnough, type Role } from '../../domain/access/roles.ts';
import type { Bot } from '../../domain/bot/bot.ts';
import type { CreateBotBody } from '../schemas/bots.ts';
import type { BotDetailsBody, ListedBotBody } from '../schemas/dashboard/bots.ts';
import { presentBot } from './bot.ts';

export const presentListedBot = (bot: Bot): z.infer<typeof ListedBotBody> => ({
  ...presentBot(bot),
  made_by: bot.made_by ?? null,
});

/** What another bot is created with that is to be like this one, in the meeting that it was in. */
const settingsOf = (bot: Bot): CreateBotBody => ({
  meeting_url: bot.meeting_url,
  bot_name: bot.bot_name,
  deduplication_key: null,
  metadata: bot.metadata,
  webhooks: [...bot.webhooks],
  recording_settings: bot.recording_settings,
  transcription_settings: bot.transcription_settings,
  automatic_leave_settings: bot.automatic_leave_settings,
  ...(bot.bot_chat_message && { bot_chat_message: bot.bot_chat_message }),
  ...(bot.voice_agent_settings && { voice_agent_settings: bot.voice_agent_settings }),
  ...(bot.websocket_settings && { websocket_settings: bot.websocket_settings }),
  ...(bot.conf_settings && { conf_settings: bot.conf_settings }),
  ...(bot.callback_settings && { callback_settings: bot.callback_settings }),
});

/** The addresses among a bot's settings may hold secrets: they are for those who may create one. */
export const presentBotDetails = (bot: Bot, role: Role): z.infer<typeof BotDetailsBody> => {
  const { bot_name, made_by = null, recording_settings, voice_agent_settings = null, output_video: video } = bot;
  const shown = { bot_name, made_by, recording_settings };
  if (!isEnough(role, 'member')) return { ...shown, voice_agent_settings: null, output_video: null, settings: null };
  return {
    ...{ ...shown, voice_agent_settings },
    output_video: video ? { url: video.url, loop: video.loop, started_at: video.started_at ?? null } : null,
    settings: settingsOf(bot),
  };
};
