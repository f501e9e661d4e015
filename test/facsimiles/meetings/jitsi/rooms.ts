/** The breakout room of a meeting, where it has one: each guest's own, as far as the facsimile goes (mod_muc_breakout_rooms.lua). */
import type { Guest } from '../guest.ts';
import type { Member } from '../meeting.ts';
import type { ToJitsi } from './protocol.ts';

interface Divided {
  readonly name: string;
  /** Who is in it: the guest alone, or all but the guest. */
  readonly holds: 'nobody' | 'guest' | 'others';
}

export const createRooms = () => {
  const rooms = new WeakMap<Guest, Divided>();
  const without = ({ meeting, member }: Guest): Member[] => meeting.members.filter(({ id }) => id !== member?.id);
  /** Those who are where the guest is. */
  const others = (guest: Guest): Member[] => ((rooms.get(guest)?.holds ?? 'nobody') === 'nobody' ? without(guest) : []);
  return {
    others,
    open: (guest: Guest, name: string) => void rooms.set(guest, { name, holds: 'nobody' }),
    fill(guest: Guest, holds: Divided['holds']) {
      const room = rooms.get(guest);
      if (room) rooms.set(guest, { ...room, holds });
    },
    /** What the server tells the guest's page of them, which it does whenever somebody comes or goes. */
    told(guest: Guest): ToJitsi | undefined {
      const { name, holds } = rooms.get(guest) ?? {};
      if (name === undefined) return undefined;
      const self = guest.member ? [guest.member] : [];
      const [apart, together] = [without(guest), [...self, ...without(guest)]];
      const people = {
        nobody: { main: together, breakout: [] },
        guest: { main: apart, breakout: self },
        others: { main: self, breakout: apart },
      }[holds ?? 'nobody'];
      const called = (members: readonly Member[]) => members.map(({ id, name }) => ({ id, name }));
      return { type: 'rooms', breakout: name, main: called(people.main), inside: called(people.breakout) };
    },
  };
};
