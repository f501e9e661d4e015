/** Google's own client, @googleapis/calendar with google-auth-library, pointed at the facsimile. */
import { auth, calendar, type calendar_v3 } from '@googleapis/calendar';
import type { App } from '../world/grants.ts';
import type { GoogleCalendar } from './google-calendar.ts';

export interface VendorUser {
  readonly app: App;
  readonly api: calendar_v3.Calendar;
  /** Asks the token endpoint for an access token. */
  readonly refresh: () => Promise<string | null | undefined>;
}

/** The scope that a client needs that reads events and watches them. */
export const readScopes = ['https://www.googleapis.com/auth/calendar.readonly'];

/** A user who agreed to an app, with Google's client in the app's hands. */
export const aVendorUser = (
  google: GoogleCalendar,
  email: string,
  scopes: readonly string[] = readScopes,
): VendorUser => {
  const app = google.grants.app('recorder');
  const oauth = new auth.OAuth2({
    clientId: app.client_id,
    clientSecret: app.client_secret,
    endpoints: { oauth2TokenUrl: google.tokenUrl },
  });
  oauth.setCredentials({ refresh_token: google.grants.consent(app, email, scopes) });
  return {
    app,
    // Its own retries are off: the tests count requests.
    api: calendar({ version: 'v3', auth: oauth, rootUrl: `${google.url}/`, retryConfig: { retry: 0 } }),
    refresh: async () => (await oauth.getAccessToken()).token,
  };
};

/** What a client keeps of a calendar, by the id of the event. */
export type Kept = Map<string, calendar_v3.Schema$Event>;

const query = { calendarId: 'primary', singleEvents: true, showDeleted: true, maxResults: 8 } as const;

/** One list to its end, as Google's sync guide has it: applied to what is kept. @returns the next sync token */
export const syncWithVendor = async (
  { api }: VendorUser,
  kept: Kept,
  from: { readonly syncToken: string } | { readonly timeMin: string; readonly timeMax: string },
): Promise<string> => {
  let pageToken: string | undefined;
  for (;;) {
    const { data } = await api.events.list({ ...query, ...from, ...(pageToken && { pageToken }) });
    for (const event of data.items ?? []) {
      if (event.status === 'cancelled') kept.delete(event.id ?? '');
      else kept.set(event.id ?? '', event);
    }
    if (data.nextSyncToken) return data.nextSyncToken;
    pageToken = data.nextPageToken ?? undefined;
    if (!pageToken) throw new Error('a page without a token');
  }
};
