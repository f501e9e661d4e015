/** The ticket of a link by which somebody comes: it is good once, so it is taken once, and the address shows it no more. */
import { useEffect, useState } from 'react';

const takeTicket = (): string | undefined => {
  const [, ticket] = /^#ticket=([\w-]+)$/.exec(location.hash) ?? [];
  if (ticket) history.replaceState(history.state, '', location.pathname + location.search);
  return ticket;
};
// Before anything else reads the address.
const first = takeTicket();

/** The ticket that the page was opened with, or that was opened while it was, until it is dropped. */
export const useTicket = (): readonly [ticket: string | undefined, drop: () => void] => {
  const [ticket, setTicket] = useState(first);
  useEffect(() => {
    // A link that is opened while the page is open changes nothing but what follows the #.
    const onHash = () => {
      const next = takeTicket();
      if (next) setTicket(next);
    };
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  return [ticket, () => setTicket(undefined)];
};
