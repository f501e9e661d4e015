/** Which rooms of the demo room bots are in, or still to come to. */
import { type BotState, botStates, isFinal } from '../domain/bot/lifecycle.ts';
import type { Table } from '../ports/table.ts';
import { rangeOf } from '../storage/bots/bot-indexes.ts';
import { botRepository } from '../storage/bots/bots.ts';
import { projectRepository } from '../storage/projects.ts';

/** By each link to a room. */
const mostRecorders = 20;
const liveStates = botStates.filter((state) => !isFinal(state));

/** The bots of all projects for the room with this path, at any of the room's hosts, that are in one of these states. */
async function* botsFor(
  table: Table,
  hosts: readonly string[],
  room_path: string,
  { states, limit }: { readonly states: BotState[]; readonly limit: number },
) {
  const bots = botRepository(table);
  const links = hosts.flatMap((host) => ['http', 'https'].map((scheme) => `${scheme}://${host}${room_path}`));
  for (const { id } of await projectRepository(table).list()) {
    for (const meeting_url of links) {
      const positions = await bots.positions(rangeOf(id, { meeting_url, states }), { limit });
      for (const { value } of await bots.at(id, positions)) if (states.includes(value.state)) yield value;
    }
  }
}

/** Asks whether any project has a bot that is not finished for the room with this path, at any of the room's hosts. */
export const createExpectsBot =
  (table: Table, hosts: readonly string[]) =>
  async (room_path: string): Promise<boolean> => {
    for await (const _ of botsFor(table, hosts, room_path, { states: liveStates, limit: 1 })) return true;
    return false;
  };

/** The bots that record in the room with this path at this moment. */
export const recordersIn = async (
  table: Table,
  hosts: readonly string[],
  room_path: string,
): Promise<{ id: string; name: string }[]> =>
  Array.fromAsync(
    botsFor(table, hosts, room_path, { states: ['joined_recording'], limit: mostRecorders }),
    ({ id, bot_name: name }) => ({ id, name }),
  );
