/** Whether the page still hears of its call over a socket. Pure but for its memory. */
import type { WireFact } from '../judging/facts.ts';

export const createCallSocket = () => {
  const open = new Set<string>();
  let isLost = false;
  return {
    opened(url: string): void {
      open.add(url);
      isLost = false;
    },
    closed(url: string, by: 'page' | 'other'): void {
      open.delete(url);
      isLost = by === 'other' && open.size === 0;
    },
    /** Something of the call has come, over a socket that nobody knows or in another way. */
    heard(): void {
      isLost = false;
    },
    /** For the judge of the page. */
    get facts(): readonly WireFact[] {
      return isLost ? [{ kind: 'teams.call_socket_closed' }] : [];
    },
  };
};
