/**
 * App sessions: what is made of a real-time stream without anybody joining the meeting. One is kept as a bot is, and lives
 * as one: its record has the stream, and its id says what it is.
 */
import { type Bot, createBot, type NewBot } from '../bot/bot.ts';
import { isFinal } from '../bot/lifecycle.ts';
import { AutomaticLeaveSettings } from '../bot/settings.ts';
import type { BotStream } from './bot-stream.ts';

export type AppSession = Bot & { readonly stream: BotStream };

export const isAppSession = (bot: Bot): bot is AppSession => bot.stream !== undefined;

const dayS = 86_400;

/** A session ends with its stream, and never by itself: nobody sees it, so nobody is bothered by it. */
const patient = AutomaticLeaveSettings.parse({
  silence_timeout_seconds: dayS,
  silence_activate_after_seconds: dayS,
  only_participant_in_meeting_timeout_seconds: dayS,
});

export type NewAppSession = Pick<
  NewBot,
  'id' | 'project_id' | 'deduplication_key' | 'metadata' | 'webhooks' | 'recording_settings' | 'transcription_settings'
> & { readonly stream: BotStream };

/** A session that connects to its stream at once. */
export const createAppSession = (details: NewAppSession, at: Date): AppSession => ({
  ...createBot(
    {
      ...details,
      // A stream has no link, nobody who joins, and no name to join by.
      meeting_url: '',
      platform: 'zoom',
      bot_name: '',
      join_at: at.toISOString(),
      automatic_leave_settings: patient,
    },
    'join_now',
    at,
  ),
  stream: details.stream,
});

/** The session at other servers; the same one when it has them already, or is over. */
export const movedTo = (session: AppSession, server_urls: readonly string[]): AppSession => {
  const isSame = session.stream.server_urls.join() === server_urls.join();
  return isSame || isFinal(session.state) ? session : { ...session, stream: { ...session.stream, server_urls } };
};
