/** The words with which platforms refuse, each of which ends a calendar or does not: https://learn.microsoft.com/graph/errors, https://developers.google.com/workspace/calendar/api/guides/errors */
import { describe, expect, it } from 'vitest';
import { googleAddresses, googleClient } from '../../lib/calendars/google.ts';
import { microsoftAddresses, microsoftClient } from '../../lib/calendars/microsoft.ts';
import type { AskJson } from '../../lib/net/ask-json.ts';
import type { PlatformTrouble } from '../../lib/ports/calendar-platform.ts';
import { aClock } from '../lab/doubles/clock.ts';

const window = { from: new Date('2026-03-01T00:00:00Z'), until: new Date('2026-03-29T00:00:00Z') };
const place = { access_token: 'token', platform_uuid: null, zone: null };

type Open = typeof googleClient;

/** What a platform that answers so is taken to mean, and what is said of it. */
const refusedBy = async (open: Open, addresses: typeof googleAddresses, status: number, error: object) => {
  const ask: AskJson = async () => ({ status, header: () => undefined, body: { error } });
  const ports = { ask, clock: aClock(), pause: async () => undefined, chance: () => 0, onRequest: () => undefined };
  const client = open(
    { ...ports, isPatient: false, wantsSmallPages: true },
    { hosts: {}, platforms_off: [] },
    addresses,
  );
  return client.events(place, { window }, undefined).then(
    () => undefined,
    ({ trouble, message }) => [trouble, message],
  );
};

describe('the calendar of Google', () => {
  const because = (reason: string) => ({ errors: [{ reason }] });
  const denied = (reason?: string) => ({ status: 'PERMISSION_DENIED', ...(reason && { details: [{ reason }] }) });

  it.each<[number, object, PlatformTrouble, string]>([
    [403, because('dailyLimitExceeded'), 'throttled', 'dailyLimitExceeded'],
    [429, because('rateLimitExceeded'), 'throttled', 'rateLimitExceeded'],
    [500, because('quotaExceeded'), 'unavailable', 'quotaExceeded'],
    [403, denied('ACCESS_TOKEN_SCOPE_INSUFFICIENT'), 'missing_scope', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'],
    [403, denied('SERVICE_DISABLED'), 'api_not_enabled', 'SERVICE_DISABLED'],
    [403, denied(), 'api_not_enabled', 'PERMISSION_DENIED'],
    [403, because('notACalendarUser'), 'mailbox_unavailable', 'notACalendarUser'],
    [403, because('forbidden'), 'refused', 'forbidden'],
    [401, because('authError'), 'access_refused', 'authError'],
    [410, because('updatedMinTooLongAgo'), 'cursor_dead', 'updatedMinTooLongAgo'],
    [400, { errors: [{ reason: 'invalid', location: 'syncToken' }] }, 'cursor_dead', 'invalid'],
    [400, { errors: [{ reason: 'invalid', location: 'timeMin' }] }, 'refused', 'invalid'],
    [404, {}, 'not_found', 'no_reason'],
  ])('that answers %i with %j is %s', async (status, error, trouble, word) => {
    expect(await refusedBy(googleClient, googleAddresses, status, error)).toEqual([trouble, `${status} ${word}`]);
  });
});

describe('the calendar of Microsoft', () => {
  it.each<[number, string, PlatformTrouble]>([
    [403, 'ErrorAccessDenied', 'missing_scope'],
    [403, 'Authorization_RequestDenied', 'missing_scope'],
    [404, 'MailboxNotEnabledForRESTAPI', 'mailbox_unavailable'],
    [404, 'MailboxNotSupportedForRESTAPI', 'mailbox_unavailable'],
    [400, 'MailboxNotHostedInExchangeOnline', 'mailbox_unavailable'],
    [404, 'OrganizationFromTenantGuidNotFound', 'mailbox_unavailable'],
    [503, 'MailboxNotEnabledForRESTAPI', 'unavailable'],
    [404, 'ErrorItemNotFound', 'not_found'],
    [400, 'ErrorInvalidIdMalformed', 'not_found'],
    [401, 'InvalidAuthenticationToken', 'access_refused'],
    [403, 'ErrorQuotaExceeded', 'refused'],
    [429, 'ApplicationThrottled', 'throttled'],
  ])('that answers %i %s is %s', async (status, code, trouble) => {
    const refused = await refusedBy(microsoftClient, microsoftAddresses, status, { code });
    expect(refused).toEqual([trouble, `${status} ${code}`]);
  });
});
