/** Who may ask, and what is said to whoever may not. */
import { describe, expect, it } from 'vitest';
import { aClock } from '../../lab/doubles/clock.ts';
import { asking, events, fullList } from './asking.ts';
import { aGoogleCalendar, type GoogleCalendar, type GoogleCalendarOptions } from './google-calendar.ts';
import { aVendorUser, readScopes } from './vendor-client.ts';

const refresh = async (google: GoogleCalendar, form: Record<string, string>) => {
  const body = new URLSearchParams({ grant_type: 'refresh_token', ...form });
  const response = await fetch(google.tokenUrl, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const aStage = async (options: GoogleCalendarOptions = {}) => {
  const google = await aGoogleCalendar(options);
  google.world.account('ada@example.com');
  const app = google.grants.app('recorder');
  const refresh_token = google.grants.consent(app, 'ada@example.com', readScopes);
  return { google, app, refresh_token, form: { ...app, refresh_token } };
};

describe('refreshing', () => {
  it('gives an access token for almost an hour, and keeps the refresh token', async () => {
    const { google, form } = await aStage();
    await using _ = google;
    const expected = { token_type: 'Bearer', expires_in: 3599, scope: readScopes[0], access_token: expect.any(String) };
    expect(await refresh(google, form)).toEqual({ status: 200, body: expected });
    expect(await refresh(google, form)).toEqual({ status: 200, body: expected });
  });

  it('may rotate the refresh token, and then the old one is dead', async () => {
    const { google, form } = await aStage({ quirks: { refreshTokens: 'rotated' } });
    await using _ = google;
    const { body } = await refresh(google, form);
    expect((await refresh(google, { ...form, refresh_token: String(body.refresh_token) })).status).toBe(200);
    expect((await refresh(google, form)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('is refused with a grant that was revoked, or is not this app’s, or never was', async () => {
    const { google, app, form } = await aStage();
    await using _ = google;
    const other = google.grants.app('other');
    for (const wrong of [
      { ...form, ...other },
      { ...form, refresh_token: '1//nonsense' },
    ]) {
      expect(await refresh(google, wrong)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
    google.grants.revoke(app, 'ada@example.com');
    expect(await refresh(google, form)).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    });
  });

  it('is refused with the wrong secret, an unknown app and a deleted one', async () => {
    const { google, app, form } = await aStage();
    await using _ = google;
    const renewed = google.grants.changeSecret(app);
    expect(await refresh(google, form)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await refresh(google, { ...form, ...renewed })).status).toBe(200);
    expect(await refresh(google, { ...form, client_id: 'nobody' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    google.grants.deleteApp(renewed);
    expect(await refresh(google, { ...form, ...renewed })).toMatchObject({
      status: 401,
      body: { error: 'deleted_client' },
    });
  });

  it('is all that the token endpoint does', async () => {
    const { google, form } = await aStage();
    await using _ = google;
    expect(await refresh(google, { ...form, grant_type: 'password' })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    });
  });
});

describe('a request', () => {
  it('is refused without a token, with an expired one and with a revoked one', async () => {
    const clock = aClock();
    const { google } = await aStage({ clock });
    await using _ = google;
    const expected = { status: 401, body: { error: { code: 401, errors: [{ reason: 'authError' }] } } };
    const unnamed = await fetch(`${google.url}/calendar/v3/calendars/primary`);
    expect([unnamed.status, unnamed.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ]);
    const late = await asking(google, 'ada@example.com');
    clock.advance(3599);
    expect(await late('calendars/primary')).toMatchObject(expected);
    const early = await asking(google, 'ada@example.com');
    google.grants.expireAccessTokens();
    expect(await early('calendars/primary')).toMatchObject(expected);
  });

  it('is refused with a token whose scopes Google does not name for the method', async () => {
    const { google } = await aStage();
    await using _ = google;
    const ask = await asking(google, 'ada@example.com', ['https://www.googleapis.com/auth/calendar.events.readonly']);
    expect((await ask(events, fullList)).status).toBe(200);
    expect(await ask('calendars/primary')).toMatchObject({
      status: 403,
      body: {
        error: {
          errors: [{ reason: 'insufficientPermissions' }],
          details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
        },
      },
    });
  });

  it('is refused while the project of the app has the API disabled', async () => {
    const { google } = await aStage();
    await using _ = google;
    const { app, api } = aVendorUser(google, 'ada@example.com');
    google.setApiEnabled(app, false);
    await expect(api.calendars.get({ calendarId: 'primary' })).rejects.toMatchObject({
      status: 403,
      response: { data: { error: { errors: [{ reason: 'accessNotConfigured' }] } } },
    });
    google.setApiEnabled(app, true);
    const { data } = await api.calendars.get({ calendarId: 'primary' });
    expect(data).toMatchObject({ id: 'ada@example.com', timeZone: 'Europe/Berlin' });
  });

  it('reaches a second calendar by its id', async () => {
    const { google } = await aStage();
    await using _ = google;
    const team = google.world.accountOf('ada@example.com')?.addCalendar('Team');
    team?.add({ start: '2026-03-03T10:00', end: '2026-03-03T11:00', title: 'Planning' });
    const ask = await asking(google, 'ada@example.com');
    const answer = await ask(`calendars/${encodeURIComponent(team?.id ?? '')}/events`, fullList);
    expect(answer.body).toMatchObject({ summary: 'Team', items: [{ summary: 'Planning' }] });
  });
});
