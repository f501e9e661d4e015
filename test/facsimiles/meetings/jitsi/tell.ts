/** What a guest's page is told by its server. */
import type { Guest } from '../guest.ts';
import { wireOf } from './pages.ts';
import type { Conference, ToJitsi } from './protocol.ts';

export const jitsiHost = 'meet.example.com';

export const before: Conference = {
  is_joined: false,
  is_ice_connected: false,
  knocking: false,
  members_only: false,
  waiting_for_host: false,
  auth_required: false,
};
export const joined: Conference = { ...before, is_joined: true, is_ice_connected: true };

export const tell = ({ visit }: Pick<Guest, 'visit'>, told: ToJitsi): void => visit.tell({ type: 'tell', value: told });

/** What was read of a page of the corpus, as the client's own store and events have it. */
export const tellWire = (guest: Guest, name: string): void => {
  for (const { kind, ...fact } of wireOf(name)) {
    const event = (event: string, ...params: readonly unknown[]): void =>
      tell(guest, { type: 'event', name: event, params });
    if (kind === 'jitsi.state')
      tell(guest, { type: 'conference', is: { ...before, ...(fact as Partial<Conference>) } });
    else if (kind === 'jitsi.failed') event('conference.failed', fact.error, fact.reason);
    else if (kind === 'jitsi.destroyed') event('conference.failed', 'conference.destroyed', fact.reason);
    else if (kind === 'jitsi.graceful_shutdown') event('conference.failed', 'conference.gracefulShutdown');
    else if (kind === 'jitsi.kicked') event('conference.kicked');
    else event('conference.breakout-rooms.move-to-room', name.includes('main') ? '' : `breakout@breakout.${jitsiHost}`);
  }
};
