/** What lets a bot into a meeting of the conferencing platform, or lets it record there. Good for one join, and never kept. */
import * as z from 'zod';
import type { Bot } from '../bot/bot.ts';
import type { Platform } from '../meeting/known-platforms.ts';

const Token = z.string().min(1).max(8192);

export const JoinTokens = z.object({
  /** Joins as a user of the platform. */
  zak_token: Token.exactOptional(),
  /** Joins without what the meeting asks of others, such as registration. */
  join_token: Token.exactOptional(),
  /** Records without asking the host. */
  app_privilege_token: Token.exactOptional(),
  /** Joins on behalf of a user, who is in the meeting. */
  onbehalf_token: Token.exactOptional(),
});
export type JoinTokens = Readonly<z.infer<typeof JoinTokens>>;

/**
 * Whether a bot needs tokens to join a meeting of a platform. In the demo room nobody asks for any; but those whose bots
 * would need them elsewhere can see there that they are fetched.
 */
export const takesTokens = (
  { conf_settings, callback_settings }: Pick<Bot, 'conf_settings' | 'callback_settings'>,
  platform: Platform,
): boolean =>
  platform === 'zoom' ||
  (platform === 'demo_room' && (conf_settings?.onbehalf_token !== undefined || callback_settings !== undefined));
