/** A rehearsal: scripted people meet in the demo room of this machine, and a bot is sent to them. */
import type { Bot } from '../../lib/client/generated.ts';
import { api, RefusedError } from '../api/client.ts';

/** What the room answers. */
interface Room {
  readonly room_path: string;
}

/** What of a script the room has to be like. */
interface Played {
  readonly timeline?: readonly { readonly do: string }[];
}

const jsonOf = async <T>(response: Response): Promise<T> => {
  const answer = await response.json();
  if (!response.ok) throw new RefusedError(response.status, answer);
  return answer as T;
};

/** A script that comes with the room. */
export const scriptOf = async (people: 'two' | 'six'): Promise<object> =>
  jsonOf<object>(await fetch(`/room/assets/${people}-people.json`));

/** Who lets people in needs a door, and who allows recording must be asked. */
const roomFor = ({ timeline = [] }: Played) => {
  const does = (...acts: readonly string[]): boolean => timeline.some((entry) => acts.includes(entry.do));
  return {
    ...(does('admit', 'refuse') && { waiting_room: true }),
    ...(does('allow_recording', 'refuse_recording', 'grant_recording', 'revoke_recording') && { recording: 'ask' }),
  };
};

/** @throws RefusedError where there is no room for another rehearsal */
export const rehearse = async (script: object): Promise<Bot> => {
  const room = await jsonOf<Room>(
    await fetch('/room-api/rooms', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ script, ...roomFor(script) }),
    }),
  );
  return api.createBot({ body: { meeting_url: location.origin + room.room_path, bot_name: 'Minutes' } });
};
