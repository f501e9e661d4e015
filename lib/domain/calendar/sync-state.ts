/** How far a calendar is known, who is at work on it, and when it is looked at next. */
import { mayAskNow, noFailure, type Patience } from '../grant/failures.ts';
import type { Calendar, SyncTimes } from './calendar.ts';
import type { CalendarPlatform } from './calendar-platforms.ts';
import { type SyncFailure, syncFailures } from './sync-failures.ts';

/** How the platform tells of changes: a channel that it was given, until it expires. */
export interface Channel {
  /** Ours, and part of the address that the platform calls. */
  readonly id: string;
  /** The platform's own name for it. */
  readonly platform_uuid: string;
  readonly expires_at: string;
  /** Another one is to be there from then on. */
  readonly renew_at: string;
  /** Nothing has come by it yet, and it was granted without a proof that anything can. */
  readonly is_silent?: boolean;
}

export interface SyncState extends SyncTimes, Patience<SyncFailure> {
  readonly project_id: string;
  readonly calendar_id: string;
  readonly platform: CalendarPlatform;
  readonly platform_uuid: string | null;
  readonly calendar_created_at: string;
  readonly is_connected: boolean;
  readonly credentials_version: number;
  /** Counts the runs. A run writes only while the generation is its own. */
  readonly generation: number;
  /** Until then nobody else may run; null while nobody does. */
  readonly lease_until: string | null;
  /** No run has ended well since one began, or since a look has stored something: events may not be as the digest has them. */
  readonly is_torn: boolean;
  /** From where the platform tells of changes only; null where everything must be listed. */
  readonly cursor: string | null;
  /** When everything was last listed. */
  readonly listed_at: string | null;
  /** The zone of the calendar, where the platform tells it. */
  readonly zone: string | null;
  /** What the platform was asked on a day, in UTC. */
  readonly asked: { readonly day: string; readonly requests: number };
  readonly channels: readonly Channel[];
  /** The platform does not want to tell of changes: it is asked again from then on. */
  readonly watch_again_at: string | null;
  /** Pages of the usual size were too much for the platform, and small ones were not: these are asked for until then. */
  readonly small_pages_until: string | null;
}

export const firstSync = (calendar: Calendar): SyncState => ({
  project_id: calendar.project_id,
  calendar_id: calendar.id,
  platform: calendar.platform,
  platform_uuid: calendar.platform_uuid,
  calendar_created_at: calendar.created_at,
  is_connected: true,
  credentials_version: calendar.credentials_version,
  generation: 0,
  lease_until: null,
  is_torn: false,
  ...noFailure,
  cursor: null,
  listed_at: null,
  zone: null,
  asked: { day: calendar.created_at.slice(0, 10), requests: 0 },
  channels: [],
  watch_again_at: null,
  small_pages_until: null,
  last_attempted_sync_at: null,
  last_successful_sync_at: null,
});

const minuteMs = 60_000;
const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The channels by which the platform tells of changes at a moment, the oldest first. */
export const liveChannels = ({ channels }: Pick<SyncState, 'channels'>, at: Date): Channel[] =>
  channels.filter(({ expires_at }) => Date.parse(expires_at) > at.getTime());

/** Whether the platform tells of changes for sure: a channel that was to be renewed and is not may be silent by now. */
export const isWatched = (state: Pick<SyncState, 'channels'>, at: Date): boolean =>
  liveChannels(state, at).some(({ renew_at, is_silent = false }) => Date.parse(renew_at) > at.getTime() && !is_silent);

/** Whether a channel of a calendar has been silent until now. */
export const isSilent = ({ channels }: Pick<SyncState, 'channels'>, channelId: string | undefined): boolean =>
  channels.some(({ id, is_silent = false }) => id === channelId && is_silent);

/** The state of a calendar once something has come by a channel. */
export const heard = (state: SyncState, channelId: string | undefined): SyncState => ({
  ...state,
  channels: state.channels.map(({ is_silent = false, ...channel }) =>
    is_silent && channel.id !== channelId ? { ...channel, is_silent } : channel,
  ),
});

/** The state of a calendar whose platform says that it may tell no more: its channels are to be renewed at once. */
export const doubted = (state: SyncState, at: Date): SyncState => ({
  ...state,
  channels: state.channels.map((channel) => ({ ...channel, renew_at: at.toISOString() })),
});

/** A run may take so long: a calendar may have many pages, and its platform is waited for. */
export const calendarRunSeconds = 300;
/** A run that says nothing for so long is dead. */
const leaseMs = 90_000;
const longAgo = new Date(0).toISOString();
/** Changes that were told of may be readable only so much later. */
export const readableAfterMs = 2_000;

/** Whether it was the platform that said when it is to be asked again, or at least that it is asked too much. */
const asksPatience = ({ failure }: SyncState): boolean =>
  failure !== null && (failure.asks_patience === true || failure.error === 'throttled');

/** Whether lists are asked for in small pages: others were too much not long ago, or may have been what failed last. */
export const wantsSmallPages = (state: SyncState, at: Date): boolean => {
  const { failure, small_pages_until } = state;
  const mayBeTooMuch = failure?.error === 'unavailable' || failure?.error === 'broken_answer';
  return (
    (mayBeTooMuch && !asksPatience(state)) ||
    (small_pages_until !== null && Date.parse(small_pages_until) > at.getTime())
  );
};

/** What was too much is tried again a day later: the mailbox may have become lighter. */
const smallPagesMs = 24 * 60 * minuteMs;

/** The state of a calendar that was read in small pages only. */
export const withSmallPages = (state: SyncState, at: Date): SyncState => ({
  ...state,
  small_pages_until: after(at, smallPagesMs).toISOString(),
});

/** Whether the platform may be asked something now: the calendar is connected, and nothing speaks against it. */
export const mayAsk = (state: SyncState, at: Date): boolean => state.is_connected && mayAskNow(state, at);

/** Whether what failed last ends the connection once it is answered again: until then no answer of the platform's is believed. */
const isBeingDisconnected = ({ failure }: SyncState): boolean =>
  failure !== null && syncFailures.row(failure.error).disconnects !== undefined;

/**
 * Whether the platform may be asked what cannot wait: what has failed before may be well by now, unless it has asked for
 * patience. Where a run is to ask whether it meant what it said, nobody else does, also once that run is due.
 */
export const mayAskUrgently = (state: SyncState, at: Date): boolean =>
  state.is_connected && !isBeingDisconnected(state) && (mayAskNow(state, at) || !asksPatience(state));

/** So long after one that failed there may be another run, where the platform has told of a change meanwhile. */
const triedAgainMs = minuteMs;

/**
 * When a platform that did not answer may be asked again, since it has told of a change after it was asked last: it is
 * there, then. Undefined where it is to be left alone.
 */
export const triedAgainAt = (state: SyncState, told: Date): Date | undefined => {
  const { is_connected, failure, last_attempted_sync_at } = state;
  const attempted = new Date(last_attempted_sync_at ?? longAgo);
  const isBack = is_connected && failure?.error === 'unavailable' && !asksPatience(state) && told > attempted;
  return isBack ? after(attempted, triedAgainMs) : undefined;
};

export const isLeased = ({ lease_until }: SyncState, at: Date): boolean =>
  lease_until !== null && Date.parse(lease_until) > at.getTime();

/** Whether a run that has succeeded began late enough to have seen what was told of at a moment. */
export const hasSeen = ({ failure, is_torn, last_attempted_sync_at }: SyncState, told: Date): boolean =>
  failure === null && !is_torn && Date.parse(last_attempted_sync_at ?? longAgo) >= told.getTime() + readableAfterMs;

/** Milliseconds until a run may begin: those of a storm of messages are so far apart that one sees what all told of. */
export const runsInMs = ({ last_attempted_sync_at }: SyncState, at: Date): number =>
  Math.max(0, Date.parse(last_attempted_sync_at ?? longAgo) + readableAfterMs - at.getTime());

export const leased = (state: SyncState, at: Date): SyncState => ({
  ...state,
  generation: state.generation + 1,
  lease_until: after(at, leaseMs).toISOString(),
  is_torn: true,
  last_attempted_sync_at: at.toISOString(),
});

/** The state once something was stored beside the runs: who is at work may have looked before that, and is so in vain. */
export const torn = (state: SyncState): SyncState => ({ ...state, generation: state.generation + 1, is_torn: true });

export const prolonged = (state: SyncState, at: Date): SyncState => ({
  ...state,
  lease_until: after(at, leaseMs).toISOString(),
});

/** The state after so many more requests to the platform. */
export const asked = (state: SyncState, requests: number, at: Date): SyncState => {
  const day = at.toISOString().slice(0, 10);
  return { ...state, asked: { day, requests: (state.asked.day === day ? state.asked.requests : 0) + requests } };
};

/** Beyond so many requests a day a calendar is looked at each hour only, which makes it 100 a day at most. */
const manyRequests = 80;
const hourly = 60;
const spread = 0.2;

/** What decides how soon a calendar is looked at again by itself. */
export interface Outlook {
  /** The platform tells of changes. */
  readonly isWatched: boolean;
  /** A bot is to join one of its events within the hour. */
  readonly hasBotSoon: boolean;
}

const pollMinutes = (state: SyncState, { isWatched, hasBotSoon }: Outlook): number => {
  if (isWatched || state.asked.requests > manyRequests) return hourly;
  return hasBotSoon ? 5 : 15;
};

/** When a calendar is due after a run that succeeded. `chance` is in [0, 1), and keeps calendars apart. */
export const dueAfterSuccess = (state: SyncState, outlook: Outlook, at: Date, chance: number): Date => {
  const poll = after(at, pollMinutes(state, outlook) * (1 - spread + 2 * spread * chance) * minuteMs);
  const renewals = state.channels.map(({ renew_at }) => new Date(renew_at));
  return [poll, ...renewals].reduce((first, moment) => (moment > at && moment < first ? moment : first));
};

/** The state of a calendar that is not looked at any more. What is known of its events stays known. */
export const withoutConnection = (state: SyncState): SyncState => ({
  ...state,
  is_connected: false,
  lease_until: null,
  channels: [],
  watch_again_at: null,
});

/** The state with other credentials: everything is listed anew, and whoever is at work on it is at work in vain. */
export const connectedAnew = (state: SyncState, credentials_version: number): SyncState => ({
  ...state,
  is_connected: true,
  credentials_version,
  generation: state.generation + 1,
  lease_until: null,
  ...noFailure,
  cursor: null,
  listed_at: null,
  watch_again_at: null,
});
