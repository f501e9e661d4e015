/** What the OpenAPI document says of all routes, each room of them in a file of its own, and of the parameters that they share. */
import type * as z from 'zod';
import type { RouteName, routes } from '../routes.ts';
import { appSessionDocs } from './route-docs/app-sessions.ts';
import { botDocs } from './route-docs/bots.ts';
import { calendarDocs } from './route-docs/calendars.ts';
import { capturedDocs } from './route-docs/captured.ts';
import { connectionDocs } from './route-docs/connections.ts';
import type { DocsOf } from './route-docs/docs-of-route.ts';

const polling =
  'Only what was stored after this moment. Poll with the time of your last poll less 30 seconds, and leave out what you have: what was being stored then could not be seen yet.';

export const routeDocs: DocsOf<typeof routes> = {
  ...botDocs,
  ...appSessionDocs,
  ...calendarDocs,
  ...connectionDocs,
  ...capturedDocs,
};

type ParameterName = { [N in RouteName]: keyof z.input<(typeof routes)[N]['query']> }[RouteName];

/** What each parameter of a query means, on every route that has it. */
export const parameterMeanings: Readonly<Record<ParameterName, string>> = {
  cursor:
    'Which page: taken from `next` or `previous`. Alone it stands for the filters and the size that it was given out with, unless these filters are very long; filters that are named must be the same.',
  page_size: 'How many to a page.',
  meeting_url: 'Only bots for this meeting.',
  deduplication_key: 'Only the bots that have or had this key, or the calendar that has it.',
  states: 'Only bots in one of these states. Repeat it, as `states` or as `states[]`, or put commas between.',
  join_at_after:
    'Only bots that join after this moment. Unless a link or a key is given too, the list is then in the order of `join_at`.',
  join_at_before: 'Only bots that join before this moment.',
  order:
    'Which end of the list comes first: by creation, or of bots that are filtered by `join_at`, and by neither link nor key, by `join_at`.',
  updated_after: polling,
  format: 'As what: `json`, or a file of text, SRT or WebVTT.',
  after: polling,
  before: 'Only what was stored before this moment.',
  calendar_id: 'The calendar whose events are listed. It may be left out by a project that has one only.',
  user_id: 'Only connections of this user of the platform.',
  state: 'Only connections in this state.',
  start_after: 'Only events that start after this moment.',
  start_before: 'Only events that start before this moment.',
};
