/** What a run has found changed in a calendar: written in one with the run's end, told by webhooks, and then forgotten. */
import * as z from 'zod';
import type { Item, Write } from '../ports/table.ts';
import { type Fields, itemKind } from './item-kind.ts';
import { type CalendarRef, calendarNewsKey } from './keys.ts';

export interface CalendarNews extends CalendarRef {
  /** Of the run. */
  readonly generation: number;
  readonly event_ids: readonly string[];
  /** There are more events than are named. */
  readonly more: boolean;
  readonly created_at: string;
}

const newsItems = itemKind<CalendarNews>('calendar_news', () =>
  z.object({
    project_id: z.string(),
    calendar_id: z.string(),
    generation: z.number(),
    event_ids: z.array(z.string()),
    more: z.boolean(),
    created_at: z.string(),
  } satisfies Fields<CalendarNews>),
);

const keptSeconds = 86_400;

export const addingNews = (news: CalendarNews): Write => ({
  put: newsItems.itemOf(calendarNewsKey(news, news.generation), news, {
    expires_at: Math.floor(Date.parse(news.created_at) / 1000) + keptSeconds,
  }),
});

/** The news in an item of the stream; undefined for items of another kind. */
export const newsOfItem = (item: Item): CalendarNews | undefined =>
  newsItems.isKindOf(item) ? newsItems.recordOf(item) : undefined;
