/**
 * calendarView, page by page.
 * Sources: https://learn.microsoft.com/graph/api/calendar-list-calendarview and https://learn.microsoft.com/graph/paging
 */
import { type Answer, json } from '../../host/exchange.ts';
import { sizeOfPage } from '../../host/short-pages.ts';
import type { Occurrence } from '../../world/events.ts';
import { startsAt } from '../../world/times.ts';
import type { GraphQuirks } from '../quirks.ts';
import { eventOf, type GraphFields, type Owner, selected } from './event.ts';
import type { Preferences } from './preferences.ts';

interface Viewing {
  readonly owner: Owner;
  /** Of the request, as it came. */
  readonly url: URL;
  readonly preferences: Preferences;
  readonly note: (misuse: string) => void;
}

export type View = (viewing: Viewing) => Answer;

/** «If no timezone offset is included in the value, it is interpreted as UTC.» */
const timeIn = (query: URLSearchParams, name: string): number => {
  const text = query.get(name) ?? '';
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
};

/** A link as a set of parameters: clients may write them in another order. */
const linkOf = (url: URL): string =>
  `${url.pathname} ${[...url.searchParams]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')}`;

/** Where Graph says nothing of `$top`, calendarView gives ten (https://learn.microsoft.com/graph/paging, server-side paging). */
const defaultSize = 10;

/** @param origin - with which the links to next pages begin */
export const createView = (quirks: GraphQuirks, origin: () => string): View => {
  const links = new Map<string, readonly Occurrence<GraphFields>[]>();

  const inWindow = ({ calendar }: Owner, query: URLSearchParams): Occurrence<GraphFields>[] =>
    calendar
      .view(timeIn(query, 'startDateTime'), timeIn(query, 'endDateTime'))
      .filter(({ isCancelled }) => !isCancelled)
      .sort((a, b) => startsAt(a.start, calendar.zone) - startsAt(b.start, calendar.zone));

  return ({ owner, url, preferences, note }) => {
    const query = url.searchParams;
    const skip = Number(query.get('$skip') ?? 0);
    const link = links.get(linkOf(url));
    // «Do not try to extract the $skiptoken or $skip value»: a link is followed as it came.
    if (skip > 0 && !link) note('this link to a page was never given out: follow @odata.nextLink as it is');
    const all = link && !quirks.pagesShift ? link : inWindow(owner, query);
    const asked = Number(query.get('$top') ?? defaultSize);
    const isFirst = skip === 0 && !link;
    const size = isFirst && quirks.emptyPage ? 0 : sizeOfPage(asked, quirks.shortPages);
    const page = all.slice(skip, skip + size);
    const answer: Record<string, unknown> = {
      '@odata.context': `https://graph.microsoft.com/v1.0/$metadata#users('${encodeURIComponent(owner.email)}')/calendarView`,
      value: page.map((occurrence) =>
        selected(eventOf(occurrence, owner, preferences, quirks), quirks.selectIgnored ? null : query.get('$select')),
      ),
    };
    if (skip + size < all.length) {
      const next = new URL(`${origin()}${url.pathname}${url.search}`);
      next.searchParams.set('$skip', String(skip + size));
      links.set(linkOf(next), all);
      answer['@odata.nextLink'] = next.href;
    }
    return json(200, answer, preferences.applied ? { 'preference-applied': preferences.applied } : {});
  };
};
