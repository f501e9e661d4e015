/** Which rooms of the demo room bots are in, or still to come to. */
import { botStates, isFinal } from '../domain/bot/lifecycle.ts';
import type { Table } from '../ports/table.ts';
import { rangeOf } from '../storage/bots/bot-indexes.ts';
import { botRepository } from '../storage/bots/bots.ts';
import { projectRepository } from '../storage/projects.ts';

const liveStates = botStates.filter((state) => !isFinal(state));

/** Asks whether any project has a bot that is not finished for the room with this path, at any of the room's hosts. */
export const createExpectsBot = (table: Table, hosts: readonly string[]) => {
  const bots = botRepository(table);
  const projects = projectRepository(table);

  return async (room_path: string): Promise<boolean> => {
    const links = hosts.flatMap((host) => ['http', 'https'].map((scheme) => `${scheme}://${host}${room_path}`));
    for (const { id } of await projects.list()) {
      for (const meeting_url of links) {
        const range = rangeOf(id, { meeting_url, states: liveStates });
        if ((await bots.positions(range, { limit: 1 })).length > 0) return true;
      }
    }
    return false;
  };
};
