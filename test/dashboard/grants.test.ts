import { describe, expect, it } from 'vitest';
import { troubleOf as calendarTrouble } from '../../dashboard/calendars/words.ts';
import { codeIn, consentLink, redirectIn } from '../../dashboard/connections/consent.ts';
import { troubleOf as connectionTrouble } from '../../dashboard/connections/words.ts';
import { agoOf, lookOf, standOf } from '../../dashboard/grants/words.ts';
import { syncFailures } from '../../lib/domain/calendar/sync-failures.ts';
import { connectionFailures } from '../../lib/domain/connection/connection-failures.ts';
import { aCalendar } from '../lab/builders/calendars.ts';
import { aConnection } from '../lab/builders/connections.ts';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

describe('how a grant stands', () => {
  it.each([
    ['Connecting', 'connected', 1, null, null, 'the first sync follows within seconds'],
    // A run that has begun and not ended yet.
    ['Connecting', 'connected', 1, null, ago(1), 'the first sync follows within seconds'],
    ['Connecting', 'connected', 600, null, null, 'not synced yet'],
    ['Connected', 'connected', 600, ago(3), ago(3), 'synced 3 min ago'],
    // Likewise.
    ['Connected', 'connected', 600, ago(60), ago(1), 'synced 1 h ago'],
    [
      ...(['Not answering', 'connected', 600, ago(60), ago(3)] as const),
      'last synced 1 h ago; the try 3 min ago failed, and the next one follows by itself',
    ],
    [
      ...(['Not answering', 'connected', 5, null, ago(1)] as const),
      'never synced; the try 1 min ago failed, and the next one follows by itself',
    ],
    ['Disconnected', 'disconnected', 6000, ago(72 * 60), ago(60), 'last synced 3 days ago'],
    ['Disconnected', 'disconnected', 600, null, ago(60), 'never synced'],
  ] as const)('%s: %s, %i min old, last well at %s, last tried at %s', (word, state, age, good, tried, look) => {
    const one = { state, created_at: ago(age), last_successful_sync_at: good, last_attempted_sync_at: tried };
    expect([standOf(one, now)[0], lookOf(one, now)]).toEqual([word, look]);
  });

  it.each([
    [0.4, 'just now'],
    [59, '59 min ago'],
    [47 * 60, '47 h ago'],
    [48 * 60, '2 days ago'],
  ])('%d minutes are %s', (minutes, words) => {
    expect(agoOf(ago(minutes), now)).toBe(words);
  });
});

describe('what is wrong', () => {
  const failure = { message: 'for programs', timestamp: ago(5) };

  it.each(syncFailures.codes)('with a calendar is said in words with what to do: %s', (error) => {
    const calendar = aCalendar({ state: 'disconnected', connection_failure_data: { error, ...failure } });
    const trouble = calendarTrouble({ ...calendar, last_successful_sync_at: null, last_attempted_sync_at: null });
    expect(trouble).toMatchObject({ title: expect.stringMatching(/^Google Calendar /), since: failure.timestamp });
    expect(trouble?.todo).toContain(syncFailures.row(error).disconnects?.bots === 'kept' ? 'still go' : 'were deleted');
  });

  it.each(connectionFailures.codes)('with a connection is said in words with what to do: %s', (error) => {
    const { oauth_app_id, ...connection } = aConnection({ connection_failure_data: { error, ...failure } });
    const trouble = connectionTrouble({ ...connection, conf_oauth_app_id: oauth_app_id });
    expect(trouble?.todo).toContain('allow your app once more');
  });

  it('with a connection whose app lacks scopes names those that it needs', () => {
    const connection_failure_data = { error: 'missing_scope', ...failure } as const;
    const { oauth_app_id, ...connection } = aConnection({
      connection_failure_data,
      is_onbehalf_token_supported: false,
    });
    expect(connectionTrouble({ ...connection, conf_oauth_app_id: oauth_app_id })?.todo).toMatch(
      /^It needs user:read:user, user:read:zak, meeting:read:list_meetings, meeting:read:local_recording_token\. Add them/,
    );
  });
});

describe('what comes back from the consent page', () => {
  it('is taken as the code alone, or as the whole address', () => {
    expect(codeIn(' abc_123 ')).toBe('abc_123');
    expect(codeIn('https://app.example.com/zoom?code=abc%20123&state=x')).toBe('abc 123');
    expect(redirectIn('https://app.example.com/zoom?tenant=1&code=abc&state=x')).toBe(
      'https://app.example.com/zoom?tenant=1',
    );
    expect(redirectIn('abc_123')).toBeUndefined();
  });

  it('follows a link that names the app and the address, whatever is in them', () => {
    const link = new URL(consentLink('id&x', 'https://app.example.com/zoom?a=b'));
    expect(Object.fromEntries(link.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'id&x',
      redirect_uri: 'https://app.example.com/zoom?a=b',
    });
  });
});
