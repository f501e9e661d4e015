/** Requests by hand, for what Google's client would never send. */
import { parsed } from '../host/exchange.ts';
import type { GoogleCalendar } from './google-calendar.ts';
import { aVendorUser, readScopes } from './vendor-client.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** What the answer says, or its text where it is no JSON. */
  readonly body: unknown;
}

export type Ask = (path: string, query?: Record<string, string>, body?: unknown) => Promise<Answered>;

/** Asks in the name of a user. */
export const asking = async (
  google: GoogleCalendar,
  email: string,
  scopes: readonly string[] = readScopes,
): Promise<Ask> => {
  const token = await aVendorUser(google, email, scopes).refresh();
  return async (path, query = {}, body) => {
    const response = await fetch(`${google.url}/calendar/v3/${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) ?? text };
  };
};

/** The path of the events of the user's primary calendar. */
export const events = 'calendars/primary/events';

/** A full list as a sync begins with. */
export const fullList = {
  singleEvents: 'true',
  showDeleted: 'true',
  timeMin: '2026-03-01T00:00:00Z',
  timeMax: '2026-03-30T00:00:00Z',
};

/** What an incremental list keeps of it. */
export const incrementalList = { singleEvents: 'true', showDeleted: 'true' };
