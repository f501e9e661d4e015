/** Calendars of Microsoft, by Graph 1.0: https://learn.microsoft.com/graph/api/resources/calendar */
import * as z from 'zod';
import type { MeetingPlaces } from '../domain/meeting/meeting-url.ts';
import { AnswerTooLargeError, type JsonAnswer } from '../net/ask-json.ts';
import {
  type CalendarPlace,
  type CalendarPlatformClient,
  type GrantedChannel,
  PlatformError,
  type PlatformTrouble,
  type Window,
} from '../ports/calendar-platform.ts';
import { type AskingPorts, isAtFault, troubleOfStatus, unlessMissing } from './asking.ts';
import { microsoftEventFields, readMicrosoftEvent } from './microsoft-event.ts';
import { openPlatform, type PlatformAddresses, readEach, readOne, understood } from './opening.ts';

export const microsoftAddresses: PlatformAddresses = {
  api: 'https://graph.microsoft.com/v1.0',
  token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
};

// https://learn.microsoft.com/graph/errors
const Failed = z.object({ error: z.object({ code: z.string() }) });

const byCode: Readonly<Record<string, PlatformTrouble>> = {
  ErrorAccessDenied: 'missing_scope',
  Authorization_RequestDenied: 'missing_scope',
  MailboxNotEnabledForRESTAPI: 'mailbox_unavailable',
  MailboxNotSupportedForRESTAPI: 'mailbox_unavailable',
  MailboxNotHostedInExchangeOnline: 'mailbox_unavailable',
  OrganizationFromTenantGuidNotFound: 'mailbox_unavailable',
  // What is no id, such as the name of a calendar: https://github.com/microsoftgraph/msgraph-sdk-javascript/issues/832
  ErrorInvalidIdMalformed: 'not_found',
};

const troubles = ({ status, body }: JsonAnswer) => {
  const word = Failed.safeParse(body).data?.error.code ?? 'no_code';
  return { trouble: (status < 500 ? byCode[word] : undefined) ?? troubleOfStatus(status), word };
};

const View = z.object({ value: z.array(z.unknown()), '@odata.nextLink': z.string().optional() });
const Subscription = z.object({ id: z.string(), expirationDateTime: z.string() });

const pageSize = 250;
const leastPageSize = 50;
/** Its gateways give up after some 20 s, and later: https://learn.microsoft.com/answers/questions/1465421 */
const pageBeginsWithinMs = 30_000;
/** More than it can gather in time, or than is read of an answer: texts come whole, and with each occurrence of a series. */
const isTooMuch = (error: unknown): boolean =>
  isAtFault(error) || (error instanceof PlatformError && error.cause instanceof AnswerTooLargeError);
/** 10,080 is documented, and refused: the service's own word is 10,070 (https://o365.github.io/python-o365/latest/usage/subscriptions.html). */
const subscriptionMinutes = 10_070;

// Immutable ids stay the same when an event is moved between calendars.
const prefer = 'IdType="ImmutableId", outlook.timezone="UTC"';

export const microsoftClient = (
  ports: AskingPorts,
  places: MeetingPlaces,
  addresses: PlatformAddresses,
): CalendarPlatformClient => {
  const platform = openPlatform(ports, addresses, { troubles, headers: { prefer } });
  const calendarOf = ({ platform_uuid }: CalendarPlace): string =>
    platform_uuid === null ? 'me' : `me/calendars/${encodeURIComponent(platform_uuid)}`;
  const subscriptionOf = (id: string): string => `subscriptions/${encodeURIComponent(id)}`;

  let size = ports.wantsSmallPages ? leastPageSize : pageSize;
  let wasTooMuch = false;
  const firstPageOf = (place: CalendarPlace, { from, until }: Window): string =>
    platform.urlOf(
      `${calendarOf(place)}/calendarView`,
      new URLSearchParams({
        startDateTime: from.toISOString(),
        endDateTime: until.toISOString(),
        $top: String(size),
        $select: microsoftEventFields,
      }),
    );

  /** What a page has; undefined where it is too much, and may be less. Links to pages are followed as they are. */
  const pageOf = async ({ access_token }: CalendarPlace, url: string): Promise<z.infer<typeof View> | undefined> => {
    const isLeast = size === leastPageSize;
    const how = { isAskedOnce: !isLeast, begins_within_ms: pageBeginsWithinMs };
    try {
      return understood(View, await platform.get(access_token, url, how));
    } catch (error) {
      if (isLeast || !isTooMuch(error)) throw error;
      return undefined;
    }
  };

  const until = (): string => new Date(ports.clock.now().getTime() + subscriptionMinutes * 60_000).toISOString();
  const granted = (answer: unknown): GrantedChannel => {
    const { id, expirationDateTime } = understood(Subscription, answer);
    return { platform_uuid: id, expires_at: new Date(expirationDateTime) };
  };

  return {
    refresh: platform.refresh,
    // Each use grants another one, and revokes none: https://learn.microsoft.com/entra/identity-platform/refresh-tokens
    keepsOldTokens: true,

    async events(place, list, page) {
      if ('cursor' in list) throw new PlatformError('cursor_dead', 'this platform lists no changes');
      const rest = { cursor: undefined, zone: place.zone };
      const view = await pageOf(place, page ?? firstPageOf(place, list.window));
      if (!view) {
        // Smaller ones begin the list anew. The first of them is a page by itself: whoever lists says before each that it goes on.
        size = leastPageSize;
        wasTooMuch = true;
        return { events: [], unread: [], next: firstPageOf(place, list.window), ...rest };
      }
      if (wasTooMuch) ports.onSmallPages?.();
      const { value, '@odata.nextLink': next } = view;
      return { ...readEach(value, (item) => readMicrosoftEvent(item, places)), next, ...rest };
    },

    async event(place, platformUuid) {
      const path = `${calendarOf(place)}/events/${encodeURIComponent(platformUuid)}`;
      const url = platform.urlOf(path, new URLSearchParams({ $select: microsoftEventFields }));
      const item = await unlessMissing(platform.get(place.access_token, url));
      return item === undefined ? undefined : readOne(item, (one) => readMicrosoftEvent(one, places));
    },

    async watch({ access_token }, { secret, address }) {
      const wish = {
        changeType: 'created,updated,deleted',
        notificationUrl: address,
        lifecycleNotificationUrl: address,
        // The whole mailbox: single calendars cannot be watched.
        resource: 'me/events',
        expirationDateTime: until(),
        clientState: secret,
        latestSupportedTlsVersion: 'v1_2',
      };
      return granted(await platform.send(access_token, 'POST', 'subscriptions', wish));
    },

    // The address is asked first: https://learn.microsoft.com/graph/change-notifications-delivery-webhooks
    provesChannels: true,

    async renew({ access_token }, { platform_uuid }) {
      const wish = { expirationDateTime: until() };
      const answer = await unlessMissing(platform.send(access_token, 'PATCH', subscriptionOf(platform_uuid), wish));
      return answer === undefined ? undefined : granted(answer);
    },

    async unwatch({ access_token }, { platform_uuid }) {
      await unlessMissing(platform.delete(access_token, subscriptionOf(platform_uuid)));
    },
  };
};
