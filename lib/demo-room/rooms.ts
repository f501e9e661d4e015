/** All rooms of this process, in memory: as many as there is space for, and none of those that somebody needs. */
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { createRoom, type Room } from './meeting/room.ts';
import { Name, openRoomId } from './protocol.ts';
import { Script } from './scripted/script.ts';

const reservedIds = ['assets', openRoomId];
const mostRooms = 500;
const mostOfCaller = 200;
/** A room that nobody has entered yet is kept for so long, for whoever was given its address. */
const unenteredForMs = 10 * 60_000;

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
  readonly room_id: string;
  readonly room_path: string;
  readonly host_path: string;
}

export interface OpenRoom {
  readonly address: RoomAddress;
  readonly host_key: string;
  readonly room: Room;
}

interface KeptRoom extends OpenRoom {
  room: Room;
  readonly caller: string;
  readonly made_at_ms: number;
}

export class RoomExistsError extends Error {
  override readonly name = 'RoomExistsError';
  constructor(room_id: string) {
    super(`there is already a room '${room_id}'`);
  }
}

/** There are as many rooms as there may be, all of them in use or too young to go. */
export class TooManyRoomsError extends Error {
  override readonly name = 'TooManyRoomsError';
  constructor(whose: string, most: number) {
    super(`${whose} ${most} rooms that are in use or new: use one of them, or try again in some minutes`);
  }
}

export interface RoomsOptions {
  readonly now: () => number;
  /** Whether the standing room has a name that nobody guesses, and so is entered by those only who were given its address. */
  readonly isPrivate?: boolean;
  /** Whether somebody who is not there yet, a bot for example, is to come to the room with this path. */
  readonly isExpected: (room_path: string) => Promise<boolean>;
}

export interface Rooms {
  readonly standing: RoomAddress;
  find(room_id: string): OpenRoom | undefined;
  /** Makes a room for this process itself, which makes few. @throws RoomExistsError */
  open(request: RoomRequest): OpenRoom;
  /**
   * Makes a room for a caller, told by their address. Where there are as many as there may be, the oldest goes that
   * nobody needs: nobody is in it or expected there, and it was entered before or is more than ten minutes old.
   * @throws RoomExistsError, TooManyRoomsError
   */
  create(request: RoomRequest, caller: string): Promise<OpenRoom>;
}

const letters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
const newRoomId = (): string => `${letters(3)}-${letters(4)}-${letters(3)}`;

/** Whether this key makes its bearer a host of that room. */
export const isHostKey = (room: OpenRoom, key: string | undefined): boolean => {
  const given = Buffer.from(key ?? '');
  const expected = Buffer.from(room.host_key);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const newAddress = (room_id: string, host_key: string): RoomAddress => {
  const room_path = `/room/${room_id}`;
  return { room_id, room_path, host_path: `${room_path}?host=${host_key}` };
};

const newRoom = ({ waiting_room, recording, starts_with_host, requires_user }: RoomRequest): Room =>
  createRoom({ has_waiting_room: waiting_room, recording, starts_with_host, requires_user });

export const createRooms = ({ now, isPrivate = false, isExpected }: RoomsOptions): Rooms => {
  const standingRoomId = isPrivate ? newRoomId() : openRoomId;
  const rooms = new Map<string, KeptRoom>();
  const add = (room_id: string, request: RoomRequest, caller: string): KeptRoom => {
    const host_key = randomBytes(12).toString('base64url');
    const address = newAddress(room_id, host_key);
    const added = { address, host_key, room: newRoom(request), caller, made_at_ms: now() };
    rooms.set(room_id, added);
    return added;
  };
  const standingRequest = RoomRequest.parse({});
  const standing = add(standingRoomId, standingRequest, '');

  const isSpare = async (one: KeptRoom): Promise<boolean> => {
    const { room, made_at_ms, address } = one;
    const isIdle = room.isEmpty() && (room.wasEntered() || now() - made_at_ms >= unenteredForMs);
    // Somebody may have come while we asked.
    return one !== standing && isIdle && !(await isExpected(address.room_path)) && room.isEmpty();
  };

  /** Lets the oldest of these go that nobody needs. Answers false when there is none. */
  const dropSpare = async (candidates: readonly KeptRoom[]): Promise<boolean> => {
    for (const one of candidates) {
      if (await isSpare(one)) return rooms.delete(one.address.room_id);
    }
    return false;
  };

  /** The rooms of which one must go before there can be another; undefined while there is space. */
  const crowdOf = (caller: string): { readonly rooms: readonly KeptRoom[]; readonly error: Error } | undefined => {
    const all = [...rooms.values()];
    const own = all.filter((one) => one.caller === caller);
    if (own.length >= mostOfCaller) return { rooms: own, error: new TooManyRoomsError('you have', mostOfCaller) };
    if (all.length >= mostRooms) return { rooms: all, error: new TooManyRoomsError('there are', mostRooms) };
    return undefined;
  };

  const open = (request: RoomRequest, caller: string): OpenRoom => {
    const room_id = request.room_id ?? newRoomId();
    if (rooms.has(room_id)) throw new RoomExistsError(room_id);
    return add(room_id, request, caller);
  };

  return {
    standing: standing.address,
    find: (room_id) => {
      if (room_id === standingRoomId && standing.room.isEnded()) standing.room = newRoom(standingRequest);
      return rooms.get(room_id);
    },
    open: (request) => open(request, ''),
    create: async (request, caller) => {
      for (;;) {
        const crowd = crowdOf(caller);
        if (!crowd) return open(request, caller);
        if (!(await dropSpare(crowd.rooms))) throw crowd.error;
      }
    },
  };
};
