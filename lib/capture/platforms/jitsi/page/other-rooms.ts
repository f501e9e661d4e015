/** Who is in the other rooms of a Jitsi meeting that has breakout rooms, as the page's store has it from its server. Pure. */
import type { AwayView } from '../../../meeting/view.ts';
import { mostPeople } from '../../../meeting/view-limits.ts';
import { type Fields, fieldsOf } from '../../page/told-json.ts';
import { entriesIn, valuesIn, wordOf } from './store.ts';

/** Of somebody's address in a room, `<room>@<host>/<id>`: they have the same id in each (mod_muc_breakout_rooms.lua). */
const idOf = (nick: string): string => nick.slice(nick.lastIndexOf('/') + 1);

/** Of an account's address, `<account>@<host>/<resource>`. */
const hostOf = (jid: string): string => /@([^/]*)/.exec(jid)?.[1] ?? '';

/**
 * Those who are neither in the bot's own room nor the bot, nor of the host whose accounts the client hides from people, such as a
 * recorder's (`isHiddenDomain` in ChatRoom.ts of lib-jitsi-meet). Whoever gave no name has none.
 */
export const awayIn = (state: Fields): readonly AwayView[] => {
  const hidden = wordOf(fieldsOf(state['features/base/config']).hiddenDomain);
  const isHidden = (jid: unknown): boolean => hidden !== '' && hostOf(wordOf(jid)) === hidden;
  const { local, remote } = fieldsOf(state['features/base/participants']);
  const own_id = wordOf(fieldsOf(local).id);
  const here = new Set([own_id, ...[...valuesIn(remote)].map((one) => wordOf(fieldsOf(one).id))]);
  const away: AwayView[] = [];
  for (const room of valuesIn(fieldsOf(state['features/breakout-rooms']).rooms)) {
    const people = entriesIn(fieldsOf(room).participants).flatMap(([nick, person]) => {
      const { jid, displayName } = fieldsOf(person);
      return isHidden(jid) ? [] : { id: idOf(nick), name: wordOf(displayName) };
    });
    // The server tells of it a moment after somebody has left.
    if (people.some(({ id }) => id === own_id)) continue;
    away.push(...people.filter(({ id }) => id !== '' && !here.has(id)));
  }
  return away.slice(0, mostPeople);
};
