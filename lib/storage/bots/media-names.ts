/** Where the media store has what: all that came from a project's meetings below its id, each bot's in a folder of its own. */
import type { BotRef } from '../keys.ts';

/** The folder of all that a bot brought back from its meeting. Nothing else is kept there. */
export const capturedFolder = ({ project_id, bot_id }: BotRef): string => `${project_id}/${bot_id}/`;

/**
 * The folder of the pictures that a client gave a bot. Not below its project: they are kept for as long as the bot waits for its
 * meeting, however few days media are kept.
 */
export const botImageFolder = ({ project_id, bot_id }: BotRef): string => `bot_images/${project_id}/${bot_id}/`;

/** Where they lay before: bots that were made then have theirs there. */
export const formerBotImageFolder = ({ project_id, bot_id }: BotRef): string => `${project_id}/bot_images/${bot_id}/`;

/** A picture for a bot's camera. Each has a name of its own, so that a bot is never shown half changed. */
export const botImageName = (ref: BotRef, unique: string): string => `${botImageFolder(ref)}${unique}.png`;
