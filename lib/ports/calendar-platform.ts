/** The service that keeps somebody's calendar, as far as looking at calendars goes. */
import type { SeenEvent } from '../domain/calendar/calendar-event.ts';
import type { SyncFailure } from '../domain/calendar/sync-failures.ts';
import type { OAuthClient, Tokens } from './oauth.ts';

/** An event as the platform tells of it: it has no id of ours yet. */
export type ToldEvent = Omit<SeenEvent, 'id'>;

/** Which calendar is asked about, and by whose leave. */
export interface CalendarPlace {
  readonly access_token: string;
  /** Null: the primary one of the account. */
  readonly platform_uuid: string | null;
  /** In which whole days are meant, as far as it is known. */
  readonly zone: string | null;
}

export interface Window {
  readonly from: Date;
  readonly until: Date;
}

/** All events that overlap a window, or what has changed since the list from which the cursor came. */
export type EventList = { readonly window: Window } | { readonly cursor: string };

export interface EventPage {
  readonly events: readonly ToldEvent[];
  /** Events that could not be read, by their ids on the platform where these could. */
  readonly unread: readonly string[];
  /** Leads to the next page of the same list. */
  readonly next: string | undefined;
  /** Only on the last page, and only of platforms that have such: from where to list changes. */
  readonly cursor: string | undefined;
  readonly zone: string | null;
}

export interface WatchRequest {
  /** Our id of the channel. */
  readonly id: string;
  /** Comes with each message. */
  readonly secret: string;
  /** Where messages go. */
  readonly address: string;
}

/** What the platform grants for a wish to be told of changes. */
export interface GrantedChannel {
  readonly platform_uuid: string;
  readonly expires_at: Date;
}

/** How a run, or a look, asks. */
export interface Asking {
  /** Told before each request. */
  readonly onRequest: () => void;
  /** Whether a platform that is at fault is asked again at once. One that was at fault for a while is not. */
  readonly isPatient: boolean;
  /** Whether lists are to come in small pages from the start, where there is a choice. */
  readonly wantsSmallPages?: boolean;
  /** Told when small pages are read where others were too much. */
  readonly onSmallPages?: () => void;
}

/** Every method but `refresh` may fail with a PlatformError. */
export interface CalendarPlatformClient {
  /** @throws TokenRefusedError, TokenEndpointUnavailableError, NoAnswerError */
  refresh(client: OAuthClient, refreshToken: string): Promise<Tokens>;
  /** A refresh token that was used is as good as the one that was granted in its place. */
  readonly keepsOldTokens: boolean;
  /** A page of a list: the first one, or the one that another led to. */
  events(place: CalendarPlace, list: EventList, page: string | undefined): Promise<EventPage>;
  /** One event; undefined when there is none of this id any more, `unread` when there is, and it could not be read. */
  event(place: CalendarPlace, platformUuid: string): Promise<ToldEvent | 'unread' | undefined>;
  watch(place: CalendarPlace, request: WatchRequest): Promise<GrantedChannel>;
  /** Whether a channel is granted only where its messages were seen to arrive. */
  readonly provesChannels: boolean;
  /** Makes a channel live longer; undefined where there is none any more, or channels of the platform cannot. */
  renew(place: CalendarPlace, channel: { readonly platform_uuid: string }): Promise<GrantedChannel | undefined>;
  /** Ends a channel. One that is not there is no error. */
  unwatch(place: CalendarPlace, channel: { readonly id: string; readonly platform_uuid: string }): Promise<void>;
}

/** What is between a request and its answer that a run must know of, beside what the table of failures says. */
export type PlatformTrouble = SyncFailure | 'access_refused' | 'cursor_dead' | 'not_found';

/** The platform refuses, or does not answer. The message names its word for it, and holds no secret. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly trouble: PlatformTrouble;
  readonly retry_after_seconds: number | undefined;
  constructor(
    trouble: PlatformTrouble,
    message: string,
    { retry_after_seconds, ...options }: ErrorOptions & { readonly retry_after_seconds?: number | undefined } = {},
  ) {
    super(message, options);
    this.trouble = trouble;
    this.retry_after_seconds = retry_after_seconds;
  }
}
