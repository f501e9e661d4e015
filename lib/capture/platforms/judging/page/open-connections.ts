/** Which of a page's connections that brought media are open. Pure but for its memory. */
import { BoundedSet } from '../../../../process/bounded.ts';
import type { WireFact } from '../facts.ts';

const mostConnections = 20;

type Connection = Pick<RTCPeerConnection, 'connectionState'>;

/** `kind`: as the judge of the platform's pages knows the fact. */
export const createConnections = (kind: WireFact['kind']) => {
  const seen = new BoundedSet<Connection>(mostConnections);
  return {
    see(connection: Connection): void {
      seen.add(connection);
    },
    /** For the judge of the page; nothing before there was one. */
    get facts(): readonly WireFact[] {
      const open = [...seen].filter(({ connectionState }) => !['closed', 'failed'].includes(connectionState));
      return seen.size === 0 ? [] : [{ kind, open: open.length }];
    },
  };
};
