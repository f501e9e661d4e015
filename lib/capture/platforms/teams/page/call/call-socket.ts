/** Whether the page still hears of its call over a socket, and over which. Pure but for its memory. */
import type { WireFact } from '../../../judging/facts.ts';
import { type Pushed, pushedIn } from './socket.ts';

/** One that the page has opened. */
export interface OpenedSocket {
  /** What the servers push by it, where that counts: not while another to the same address has its place. */
  hear(bytes: Uint8Array): Pushed | undefined;
  closed(by: 'page' | 'other'): void;
}

/** One that is open. */
interface Open {
  readonly address: string;
  /** What is pushed by the one before until then is told by nobody else. */
  hasPushed: boolean;
}

/** Each client has a name at this service, and one socket at a time: a page was seen to open two (a public capture of 2025). */
const addressOf = (url: string): string => {
  const { origin, pathname, searchParams } = new URL(url);
  return searchParams.get('epid') ?? origin + pathname;
};

export const createCallSocket = () => {
  /** In the order in which they were opened. */
  let open: readonly Open[] = [];
  let isLost = false;
  const counts = (socket: Open): boolean =>
    open.includes(socket) &&
    !open.slice(open.indexOf(socket) + 1).some(({ address, hasPushed }) => hasPushed && address === socket.address);
  return {
    opened(url: string): OpenedSocket {
      const socket: Open = { address: addressOf(url), hasPushed: false };
      open = [...open, socket];
      isLost = false;
      return {
        hear(bytes) {
          const pushed = counts(socket) ? pushedIn(bytes) : undefined;
          if (!pushed) return undefined;
          socket.hasPushed = true;
          isLost = false;
          return pushed;
        },
        closed(by) {
          const counting = open.filter(counts);
          open = open.filter((one) => one !== socket);
          if (by === 'other' && counting.length === 1 && counting[0] === socket) isLost = true;
        },
      };
    },
    /** Something of the call has come in another way. */
    heard(): void {
      isLost = false;
    },
    /** For the judge of the page. */
    get facts(): readonly WireFact[] {
      return isLost ? [{ kind: 'teams.call_socket_closed' }] : [];
    },
  };
};
