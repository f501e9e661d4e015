/** What the bot is called in a Galène group. Pure. */

const unnamed = 'Bot';
const nowhere = ['', '.', '..'];

/**
 * Galène takes a name only if it reads as a path that leads somewhere by the shortest way, and says `not authorised` to all
 * others (`Bot/`, `a//b`, `..`), and to any with a backslash, as it does to a wrong passcode.
 */
export const ownNameIn = (bot_name: string): string =>
  bot_name
    .split(/[/\\]/)
    .filter((part) => !nowhere.includes(part.trim()))
    .join('/')
    .trim() || unnamed;
