/** Which bots are at work, and which rooms of the demo room bots are in, or still to come to. */
import { type BotState, capturedStates, liveStates } from '../domain/bot/lifecycle.ts';
import type { Table } from '../ports/table.ts';
import { log } from '../process/log.ts';
import { rangeOf } from '../storage/bots/bot-indexes.ts';
import { botLists } from '../storage/bots/bot-lists.ts';
import { projectRepository } from '../storage/projects.ts';
import { createEachBot } from '../usecases/bots/each-bot.ts';

const eachBotOf = (table: Table) =>
  createEachBot({
    bots: botLists(table),
    onUnreadable: (error, ref) => log.warn('a bot cannot be read', { ...ref }, error),
  });

/** The bots of all projects for the room with this path, at any of the room's hosts, that are in one of these states. */
async function* botsFor(table: Table, hosts: readonly string[], room_path: string, states: BotState[]) {
  const botsIn = eachBotOf(table);
  const links = hosts.flatMap((host) => ['http', 'https'].map((scheme) => `${scheme}://${host}${room_path}`));
  for (const id of await projectRepository(table).ids()) {
    for (const meeting_url of links) {
      // A room of the demo has no other link than its own.
      for await (const bot of botsIn(id, rangeOf(id, { meeting_url, states }, meeting_url)))
        if (states.includes(bot.state)) yield bot;
    }
  }
}

/** Asks whether any project has a bot that is not finished for the room with this path, at any of the room's hosts. */
export const createExpectsBot =
  (table: Table, hosts: readonly string[]) =>
  async (room_path: string): Promise<boolean> => {
    for await (const _ of botsFor(table, hosts, room_path, liveStates)) return true;
    return false;
  };

/** The bots that record in the room with this path at this moment. */
export const recordersIn = async (
  table: Table,
  hosts: readonly string[],
  room_path: string,
): Promise<{ id: string; name: string }[]> =>
  Array.fromAsync(botsFor(table, hosts, room_path, ['joined_recording']), ({ id, bot_name: name }) => ({ id, name }));

/** The bots of all projects that are in their meetings, or on the way into them or out of them. */
export const botsAtWork = async (table: Table): Promise<{ id: string; name: string }[]> => {
  const states = capturedStates();
  const botsIn = eachBotOf(table);
  const found: { id: string; name: string }[] = [];
  for (const id of await projectRepository(table).ids()) {
    for await (const bot of botsIn(id, rangeOf(id, { states }))) {
      if (states.includes(bot.state)) found.push({ id: bot.id, name: bot.bot_name });
    }
  }
  return found;
};
