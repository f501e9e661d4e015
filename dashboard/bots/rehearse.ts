/** A rehearsal: scripted people meet in the demo room of this machine, and a bot is sent to them. */
import type { Bot } from '../../lib/client/generated.ts';
import { api, RefusedError } from '../api/client.ts';

/** What the room answers. */
interface Room {
  readonly room_path: string;
}

const jsonOf = async <T>(response: Response): Promise<T> => {
  const answer = await response.json();
  if (!response.ok) throw new RefusedError(response.status, answer);
  return answer as T;
};

/** @throws RefusedError where there is no room for another rehearsal */
export const rehearse = async (people: 'two' | 'six'): Promise<Bot> => {
  const script = await jsonOf(await fetch(`/room/assets/${people}-people.json`));
  const room = await jsonOf<Room>(
    await fetch('/room-api/rooms', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ script }),
    }),
  );
  return api.createBot({ body: { meeting_url: location.origin + room.room_path, bot_name: 'Minutes' } });
};
