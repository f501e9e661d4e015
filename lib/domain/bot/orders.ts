/** What a bot is asked to do in its meeting, and where it was told to be, as its capture worker hears it once a second. */

import type { BotStream } from '../app-session/bot-stream.ts';
import type { Platform } from '../meeting/known-platforms.ts';
import type { TranscriptionSettings } from '../transcription/transcription-settings.ts';
import { type Bot, isInBreakoutRoom, sequenceOf } from './bot.ts';
import { type BotState, mostEvents } from './lifecycle.ts';
import type { OutputVideo } from './output-video.ts';
import type { BotChatMessage, VoiceAgentSettings } from './settings.ts';

/** When a bot is to join, and where. */
export interface Appointment {
  readonly join_at: string;
  readonly meeting_url: string;
  readonly platform: Platform;
}

export interface BotOrders {
  readonly state: BotState;
  /** So much has happened to it that nothing does any more by which its life goes round in circles. */
  readonly goes_to_its_end?: true;
  /** It was told to be in a breakout room, and not yet to have left it. */
  readonly is_in_breakout_room?: true;
  /** What the bot waits for while it is staged; afterwards it changes no more. */
  readonly appointment: Appointment | undefined;
  readonly voice_agent_settings: VoiceAgentSettings | undefined;
  readonly transcription_settings: TranscriptionSettings;
  readonly output_video: OutputVideo | undefined;
  /** The stream of an app session, and the servers that have it now. */
  readonly stream?: BotStream;
  /** Until when somebody looks at the bot, and wants to see its meeting. */
  readonly watched_until?: string;
  /** How many commands the bot was ever given: there is something to fetch when this has grown. */
  readonly commands_asked: number;
}

const awaited = ({ state, join_at, meeting_url, platform }: Bot): Appointment | undefined =>
  state === 'staged' ? { join_at, meeting_url, platform } : undefined;

export const ordersOf = (bot: Bot): BotOrders => ({
  state: bot.state,
  ...(sequenceOf(bot) >= mostEvents && { goes_to_its_end: true }),
  ...(isInBreakoutRoom(bot) && { is_in_breakout_room: true }),
  appointment: awaited(bot),
  voice_agent_settings: bot.voice_agent_settings,
  transcription_settings: bot.transcription_settings,
  output_video: bot.output_video,
  ...(bot.stream && { stream: bot.stream }),
  ...(bot.watched_until !== undefined && { watched_until: bot.watched_until }),
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

/** Why a command was not carried out that nobody had begun with before the bot left. */
export const leftBefore = 'the bot left the meeting before';
/** Why nobody knows of one that somebody had begun with. */
export const lostMidway =
  'the bot left, or its worker was lost, while it was being written; it may have been sent all the same';
