/** Where the media store has what: everything of a project below its id, what came from a meeting below its bot's. */
import type { BotRef } from '../keys.ts';

/** The folder of all that a bot brought back from its meeting. Nothing else is kept there. */
export const capturedFolder = ({ project_id, bot_id }: BotRef): string => `${project_id}/${bot_id}/`;

/** The folder of the pictures that a client gave a bot. */
export const botImageFolder = ({ project_id, bot_id }: BotRef): string => `${project_id}/bot_images/${bot_id}/`;

/** A picture for a bot's camera. Each has a name of its own, so that a bot is never shown half changed. */
export const botImageName = (ref: BotRef, unique: string): string => `${botImageFolder(ref)}${unique}.png`;
