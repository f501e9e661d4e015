/** What a bot is asked to do in its meeting, as its capture worker hears it once a second. */

import type { TranscriptionSettings } from '../transcription/transcription-settings.ts';
import type { Bot } from './bot.ts';
import type { BotState } from './lifecycle.ts';
import type { OutputVideo } from './output-video.ts';
import type { BotChatMessage, VoiceAgentSettings } from './settings.ts';

export interface BotOrders {
  readonly state: BotState;
  readonly voice_agent_settings: VoiceAgentSettings | undefined;
  readonly transcription_settings: TranscriptionSettings;
  readonly output_video: OutputVideo | undefined;
  /** How many commands the bot was ever given: there is something to fetch when this has grown. */
  readonly commands_asked: number;
}

export const ordersOf = (bot: Bot): BotOrders => ({
  state: bot.state,
  voice_agent_settings: bot.voice_agent_settings,
  transcription_settings: bot.transcription_settings,
  output_video: bot.output_video,
  commands_asked: bot.commands_asked ?? 0,
});

/** The number of the command that is `bot_chat_message`; those that are asked for later count from 1. */
export const greetingNumber = 0;

/** Something that a bot is to do once. */
export interface BotCommand {
  readonly number: number;
  readonly chat: BotChatMessage;
}

/** How a command ended. */
export type CommandOutcome = { readonly state: 'done' } | { readonly state: 'failed'; readonly reason: string };
