/** What a session says of itself, as lines of the log. */
import type { SessionLog } from '../capture/meeting/log.ts';
import { log } from '../process/log.ts';

/** Each line names the bot. */
export const sessionLog =
  (bot_id: string): SessionLog =>
  (message, { error, ...rest } = {}) => {
    const details = Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined;
    if (error === undefined) log.info(message, { bot_id, details });
    else log.warn(message, { bot_id, details, reason: String(error) });
  };
