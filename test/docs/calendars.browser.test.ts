/** The walk-through of docs/calendars.md, line by line in a shell, and what the service of one machine makes of it: only the maker is not the real one. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startService } from '../../lib/demo/service.ts';
import { aGoogleCalendar } from '../facsimiles/google-calendar/google-calendar.ts';

const page = readFileSync(new URL('../../docs/calendars.md', import.meta.url), 'utf8');
const [connecting = '', using = ''] = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, lines = '']) => lines);
const [listing = '', creating = ''] = using.split(/^(?=curl -X)/m);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const scopes = ['https://www.googleapis.com/auth/calendar.events.readonly'];
const minutes = (n: number): string => new Date((Math.floor(Date.now() / 60_000) + n) * 60_000).toISOString();

describe.skipIf(!hasCurl)('the walk-through of docs/calendars.md', () => {
  it('connects a calendar, finds an event in it, and creates a bot that follows the event', async () => {
    await using google = await aGoogleCalendar();
    const { calendar } = google.world.account('ada@example.com');
    const { client_id, client_secret } = google.grants.app('recorder');
    const consented = google.grants.consent({ client_id, client_secret }, 'ada@example.com', scopes);
    const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-'));
    const environment = {
      ...process.env,
      GOOGLE_CALENDAR_URL: `${google.url}/calendar/v3`,
      GOOGLE_TOKEN_URL: google.tokenUrl,
    };
    try {
      await using service = await startService(join(folder, 'data'), { environment });
      const { base_url, api_key, room_url } = service.ready;
      const run = async (lines: string, more = {}) => {
        const env = { ...process.env, BASE_URL: base_url, API_KEY: api_key, ...more };
        return JSON.parse((await promisify(execFile)('sh', ['-ec', lines], { env })).stdout);
      };
      const times = (n: number) => ({ start: minutes(n), end: minutes(n + 30) });
      const id = calendar.add({ title: 'Review', ...times(60), fields: { location: room_url } });

      const connected = await run(connecting, {
        CLIENT_ID: client_id,
        CLIENT_SECRET: client_secret,
        REFRESH_TOKEN: consented,
      });
      expect(connected).toMatchObject({ state: 'connected', deduplication_key: 'ada', last_successful_sync_at: null });
      expect(JSON.stringify(connected)).not.toContain(client_secret);

      const list = () => run(listing, { CALENDAR_ID: connected.id });
      await expect.poll(async () => (await list()).results).toHaveLength(1);
      const [event] = (await list()).results;
      const bot = await run(creating, { CALENDAR_EVENT_ID: event.id });
      expect(bot).toMatchObject({ state: 'scheduled', meeting_url: room_url });
      expect(Date.parse(bot.join_at)).toBe(Date.parse(event.start_time));

      // The platform tells the service, which is on the same machine.
      const later = times(90);
      calendar.change(id, later);
      const path = `curl -s "$BASE_URL/api/v1/bots/${bot.id}" -H "Authorization: Token $API_KEY"`;
      await expect.poll(async () => Date.parse((await run(path)).join_at)).toBe(Date.parse(later.start));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
