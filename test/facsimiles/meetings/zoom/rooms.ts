/** Breakout rooms of Zoom's: a host opens and closes them, people go in by themselves. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Guest } from '../guest.ts';
import { FacsimileMeeting } from '../meeting.ts';
import type { Seat } from './seat.ts';
import { words } from './words.ts';
import { type Room, userIdOf, type ZoomMeeting } from './zoom-meeting.ts';

const movingMs = 300;

export interface RoomsOptions {
  readonly seatOf: (guest: Guest) => Seat;
  /** The guests that are in a meeting, or in a room of it. */
  readonly inside: (meeting: FacsimileMeeting) => readonly Guest[];
  readonly onMoved: (guest: Guest) => void;
}

export const createRooms = ({ seatOf, inside, onMoved }: RoomsOptions) => {
  const move = async (guest: Guest, room: Room | undefined, way: Promise<unknown> = pause(movingMs)): Promise<void> => {
    const seat = seatOf(guest);
    const { member } = guest;
    if (!member) return;
    for (const panel of ['leaving', 'view']) guest.open.delete(panel);
    Object.assign(seat, {
      invited: undefined,
      closing_s: undefined,
      moving: room ? words.roomMoving.replace('{0}', room.name) : words.roomReturning,
    } satisfies Partial<Seat>);
    guest.redraw();
    await way;
    seat.room?.meeting.leave(member.id);
    room?.meeting.enter(member.name, { id: member.id, isGuest: true });
    Object.assign(seat, { room, moving: undefined, said: [], receiver: 'everyone' } satisfies Partial<Seat>);
    if (guest.visit.quirks.forgetsView) seat.layout = undefined;
    onMoved(guest);
    guest.redraw();
  };

  const make = (meeting: FacsimileMeeting, name: string): Room => {
    const of = meeting as ZoomMeeting;
    const room: Room = { name, meeting: new FacsimileMeeting(meeting.url, userIdOf) };
    of.rooms = [...of.rooms, room];
    return room;
  };

  return {
    /** Into a room, or back into the meeting. */
    move,
    open(meeting: FacsimileMeeting, name: string, ids: readonly string[]): void {
      const room = make(meeting, name);
      for (const guest of inside(meeting)) {
        if (!ids.includes(guest.member?.id ?? '')) continue;
        seatOf(guest).invited = room;
        guest.redraw();
      }
    },
    async moveAll(meeting: FacsimileMeeting, name: string, way: Promise<unknown>): Promise<void> {
      const room = make(meeting, name);
      await Promise.all(inside(meeting).map((guest) => move(guest, room, way)));
    },
    enter(meeting: FacsimileMeeting, id: string): void {
      const member = meeting.member(id);
      const room = (meeting as ZoomMeeting).rooms.at(-1);
      if (!member || !room) throw new Error(`there is no room that ${id} could enter`);
      room.meeting.enter(member.name, { id, camera: member.uses.camera, isHost: member.isHost });
    },
    async close(meeting: FacsimileMeeting): Promise<void> {
      const there = inside(meeting).filter((guest) => seatOf(guest).room);
      for (const guest of there) {
        seatOf(guest).closing_s = 1;
        guest.redraw();
      }
      await pause(movingMs);
      await Promise.all(there.map((guest) => move(guest, undefined)));
    },
  };
};
