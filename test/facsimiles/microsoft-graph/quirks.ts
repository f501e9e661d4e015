/** What Microsoft's pages leave open, or what its service is seen to do now and then. Each is a switch. */
import type { PushQuirk } from '../host/pushes.ts';
import type { QuirkTable } from '../quirks.ts';
import type { RefreshTokens } from '../world/grants.ts';

export interface GraphQuirks {
  /** Fewer events on a page than were asked for, although there are more (https://learn.microsoft.com/graph/paging): half, or so many. */
  readonly shortPages: boolean | number;
  /** A page with nothing on it but the link to the next one (the same page warns of it). */
  readonly emptyPage: boolean;
  /** The next page is counted from the list as it is by then: what was deleted meanwhile makes an event slip through. No page says. */
  readonly pagesShift: boolean;
  /** All properties come, whatever $select says. */
  readonly selectIgnored: boolean;
  /**
   * All occurrences of a series have the same iCalUId, as was announced
   * (https://devblogs.microsoft.com/microsoft365dev/microsoft-graph-calendar-events-icaluid-update/) and is seen
   * (https://github.com/microsoftgraph/microsoft-graph-docs/issues/17479), and not one each.
   */
  readonly uidsOfSeries: boolean;
  /** No message for the deletion of one occurrence of a series. */
  readonly deletedOccurrenceSilent: boolean;
  /** The first view of each mailbox is answered with 504, as views with many series sometimes are. */
  readonly gatewayTimeoutOnce: boolean;
  /** How many requests of an app may be under way: 4 by https://learn.microsoft.com/graph/throttling-limits (Outlook), fewer when it is busy. */
  readonly concurrentRequests: number;
  readonly subscribingRefused: boolean;
  /** DELETE answers 404 for a subscription that lives, and it lives on. */
  readonly deletingNotFound: boolean;
  /**
   * How far ahead a subscription may expire: «10,080 minutes (under seven days)» by https://learn.microsoft.com/graph/api/resources/subscription;
   * 10,070 by the service's own word (https://o365.github.io/python-o365/latest/usage/subscriptions.html).
   */
  readonly subscriptionMinutes: number;
  /** A subscription expires after a day, whatever was asked for (https://github.com/microsoftgraph/msgraph-sdk-dotnet/issues/2930). */
  readonly subscriptionsOfADay: boolean;
  readonly pushes: PushQuirk;
  /** A message may come before the change can be read. */
  readonly readableAfterMs: number;
  readonly refreshTokens: RefreshTokens;
}

export const graphAsDocumented: GraphQuirks = {
  shortPages: false,
  emptyPage: false,
  pagesShift: false,
  selectIgnored: false,
  uidsOfSeries: false,
  deletedOccurrenceSilent: false,
  gatewayTimeoutOnce: false,
  concurrentRequests: 4,
  subscribingRefused: false,
  deletingNotFound: false,
  subscriptionMinutes: 10_080,
  subscriptionsOfADay: false,
  pushes: 'prompt',
  readableAfterMs: 0,
  refreshTokens: 'rotated, the old one stays valid',
};

/** For eachQuirk: the other position of each switch. */
export const graphQuirks: QuirkTable<GraphQuirks> = {
  'pages are short': { shortPages: true },
  'a page is empty': { emptyPage: true },
  'pages shift with changes': { pagesShift: true },
  '$select is ignored': { selectIgnored: true },
  'occurrences have the iCalUId of their series': { uidsOfSeries: true },
  'the deletion of an occurrence is not told': { deletedOccurrenceSilent: true },
  'the first view is answered with 504': { gatewayTimeoutOnce: true },
  'the fourth request at once is throttled': { concurrentRequests: 3 },
  'subscribing is refused': { subscribingRefused: true },
  'deleting finds no subscription': { deletingNotFound: true },
  'subscriptions last 10,070 minutes': { subscriptionMinutes: 10_070 },
  'subscriptions last a day': { subscriptionsOfADay: true },
  'pushes are lost': { pushes: 'lost' },
  'pushes come twice': { pushes: 'doubled' },
  'pushes come late': { pushes: 'late' },
  'pushes come before the change can be read': { readableAfterMs: 2_000 },
  'refresh tokens are not returned': { refreshTokens: 'kept' },
  'refresh tokens are rotated': { refreshTokens: 'rotated' },
};
