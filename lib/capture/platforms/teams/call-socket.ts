/** Whether the page still hears of its call over a socket, and over which. Pure but for its memory. */
import type { WireFact } from '../judging/facts.ts';

/** One that the page has opened. */
export interface OpenedSocket {
  /** Something has come by it. Answers whether that counts: not once another to the same address has taken its place. */
  hear(): boolean;
  closed(by: 'page' | 'other'): void;
}

/** Each client has a name at this service, and one socket at a time: a page was seen to open two (a public capture of 2025). */
const addressOf = (url: string): string => {
  const { origin, pathname, searchParams } = new URL(url);
  return searchParams.get('epid') ?? origin + pathname;
};

export const createCallSocket = () => {
  const open = new Set<OpenedSocket>();
  /** By address, those that are open and not replaced, in the order in which they were opened. */
  const current = new Map<string, readonly OpenedSocket[]>();
  let isLost = false;
  return {
    opened(url: string): OpenedSocket {
      const address = addressOf(url);
      const socket: OpenedSocket = {
        hear() {
          const known = current.get(address) ?? [];
          const at = known.indexOf(socket);
          if (at < 0) return false;
          // What comes by the one before until then is told by nobody else.
          for (const replaced of known.slice(0, at)) open.delete(replaced);
          current.set(address, known.slice(at));
          return true;
        },
        closed(by) {
          current.set(
            address,
            (current.get(address) ?? []).filter((one) => one !== socket),
          );
          if (!open.delete(socket)) return;
          isLost = by === 'other' && open.size === 0;
        },
      };
      open.add(socket);
      current.set(address, [...(current.get(address) ?? []), socket]);
      isLost = false;
      return socket;
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
