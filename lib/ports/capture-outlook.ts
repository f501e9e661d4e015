import type { Bot } from '../domain/bot/bot.ts';

/** What an installation can tell of a bot's capture ahead of time. */
export interface CaptureOutlook {
  /** Sentences for the bot's client: what keeps the bot, or may keep it, from joining when it is to. Mostly none. */
  warningsOf(bot: Bot): Promise<readonly string[]>;
}
