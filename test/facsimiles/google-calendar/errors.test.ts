/** Google's errors on demand, as its own client meets them. */
import { describe, expect, it } from 'vitest';
import { answering } from '../host/faults.ts';
import { googleErrors } from './errors.ts';
import { aGoogleCalendar } from './google-calendar.ts';
import { aVendorUser } from './vendor-client.ts';

const list = { calendarId: 'primary', singleEvents: true };

describe('an error of Google’s', () => {
  it.each([
    ['429', googleErrors.rateLimitExceeded(429, 7), 429, 'rateLimitExceeded', '7'],
    ['403 with the same reason', googleErrors.rateLimitExceeded(403), 403, 'rateLimitExceeded', null],
    ['403 of the user', googleErrors.userRateLimitExceeded(3), 403, 'userRateLimitExceeded', '3'],
    ['403 of the quota', googleErrors.quotaExceeded(), 403, 'quotaExceeded', null],
    ['410', googleErrors.fullSyncRequired(), 410, 'fullSyncRequired', null],
    ['503', googleErrors.backendError(503), 503, 'backendError', null],
  ])('comes when it is wanted: %s', async (_what, answer, status, reason, retryAfter) => {
    await using google = await aGoogleCalendar();
    google.world.account('ada@example.com');
    const { api } = aVendorUser(google, 'ada@example.com');
    google.faults.plan({ kind: 'events.list', fault: answering(answer) });
    const error = await api.events.list(list).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status, response: { data: { error: { code: status, errors: [{ reason }] } } } });
    expect((error as { response: Response }).response.headers.get('retry-after')).toBe(retryAfter);
    expect(google.faults.waiting).toBe(0);
    expect((await api.events.list(list)).status).toBe(200);
    expect(google.requests.counts()).toEqual({ token: 1, 'events.list': 2 });
  });
});
