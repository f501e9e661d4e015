/** The demo of calendars, with a calendar as Google would keep it, on this machine: test/facsimiles/README.md says how that is known. */
import { showCalendar } from '../../lib/demo/calendar.ts';
import type { Claim } from '../../lib/demo/checks.ts';
import { aGoogleCalendar } from '../../test/facsimiles/google-calendar/google-calendar.ts';

const email = 'ada@example.com';
const scopes = ['https://www.googleapis.com/auth/calendar.events.readonly'];

/** Answers what is true of a bot that followed an event, and of what it brought into the folder. */
export const showMovedEvent = async (folder: string): Promise<Claim[]> => {
  await using google = await aGoogleCalendar();
  const { calendar } = google.world.account(email);
  const app = google.grants.app('demo');
  return await showCalendar(folder, {
    environment: { GOOGLE_CALENDAR_URL: `${google.url}/calendar/v3`, GOOGLE_TOKEN_URL: google.tokenUrl },
    credentials: { ...app, refresh_token: google.grants.consent(app, email, scopes) },
    add: ({ location, ...event }) => calendar.add({ ...event, fields: { location } }),
    move: (id, to) => calendar.change(id, to),
  });
};
