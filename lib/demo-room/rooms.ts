import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { Name } from './protocol.ts';
import { createRoom, type Room } from './room.ts';
import { Script } from './script.ts';

/** The room that is always there, and can be entered again after its meeting was ended. */
const standingRoomId = 'coffee-corner';

const reservedIds = ['assets', standingRoomId];
const mostRooms = 500;

export const RoomRequest = z.strictObject({
  room_id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{2,39}$/, 'use 3 to 40 lower-case letters, digits and hyphens')
    .refine((id) => !reservedIds.includes(id), 'this name is reserved')
    .optional(),
  waiting_room: z.boolean().default(false),
  recording: z.enum(['allowed', 'ask']).default('allowed'),
  starts_with_host: z.boolean().default(false),
  requires_user: Name.optional(),
  script: Script.optional(),
});
export type RoomRequest = z.infer<typeof RoomRequest>;

/** Where a room is found; `host_path` carries the secret that makes whoever opens it a host. */
export interface RoomAddress {
  room_id: string;
  room_path: string;
  host_path: string;
}

export interface OpenRoom {
  address: RoomAddress;
  host_key: string;
  room: Room;
}

export class RoomExistsError extends Error {
  constructor(room_id: string) {
    super(`there is already a room '${room_id}'`);
    this.name = 'RoomExistsError';
  }
}

export class TooManyRoomsError extends Error {
  constructor() {
    super(`there are already ${mostRooms} rooms with people in them`);
    this.name = 'TooManyRoomsError';
  }
}

const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
const newRoomId = () => `${letters(3)}-${letters(4)}-${letters(3)}`;

/** Whether this key makes its bearer a host of that room. */
export const isHostKey = (room: OpenRoom, key: string | undefined): boolean => {
  const given = Buffer.from(key ?? '');
  const expected = Buffer.from(room.host_key);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const openRoom = (room_id: string, room: Room, host_key = randomBytes(12).toString('base64url')): OpenRoom => {
  const room_path = `/room/${room_id}`;
  return { address: { room_id, room_path, host_path: `${room_path}?host=${host_key}` }, host_key, room };
};

const newRoom = ({ waiting_room, recording, starts_with_host, requires_user }: RoomRequest): Room =>
  createRoom({ has_waiting_room: waiting_room, recording, starts_with_host, requires_user });

/** All rooms of this process, in memory. */
export const createRooms = () => {
  const rooms = new Map<string, OpenRoom>();
  const newStandingMeeting = () => newRoom(RoomRequest.parse({}));
  const standing = openRoom(standingRoomId, newStandingMeeting());
  rooms.set(standingRoomId, standing);

  const makeSpace = () => {
    if (rooms.size < mostRooms) return;
    const spare = [...rooms].find(([id, { room }]) => id !== standingRoomId && room.isEmpty());
    if (!spare) throw new TooManyRoomsError();
    rooms.delete(spare[0]);
  };

  return {
    standing: standing.address,
    find: (room_id: string): OpenRoom | undefined => {
      if (room_id === standingRoomId && standing.room.isEnded()) standing.room = newStandingMeeting();
      return rooms.get(room_id);
    },
    create: (request: RoomRequest): OpenRoom => {
      const room_id = request.room_id ?? newRoomId();
      if (rooms.has(room_id)) throw new RoomExistsError(room_id);
      makeSpace();
      const opened = openRoom(room_id, newRoom(request));
      rooms.set(room_id, opened);
      return opened;
    },
  };
};
