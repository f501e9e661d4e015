/** Where the service of one machine is reached, and what is open there. */
import { isLoopbackHost } from '../../net/client-url.ts';

/** Who may make demo rooms: everybody who reaches the service; whoever has a key or is signed in as a member; nobody, for there are none. */
export const roomDoors = ['open', 'members', 'off'] as const;
export type RoomDoor = (typeof roomDoors)[number];

/** Whether an address of the service leads to others than whoever sits at this machine. */
export const isForOthers = (base_url: string): boolean => !isLoopbackHost(new URL(base_url).hostname);

/** How the service is reached. */
export interface Doors {
  /** Listens at this address of the machine besides 127.0.0.1. */
  readonly host?: string;
  /** What links begin with, without a slash at the end; 127.0.0.1 and the port where nothing is said. */
  readonly public_url?: string;
  /** The proxies that are believed whom they speak for, as addresses and blocks. */
  readonly trusted_proxies?: readonly string[];
  readonly room?: RoomDoor;
}
