/** Something for each route to be about: a resource of the kind that the route names, stored in a project. */
import { randomBytes } from 'node:crypto';
import { type RouteName, routes } from '../../../lib/api/routes.ts';
import { type IdKind, newId } from '../../../lib/domain/ids.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { storeAppSession } from '../builders/app-sessions.ts';
import { storeCalendar, storeEvent } from '../builders/calendars.ts';
import { storeConnection } from '../builders/connections.ts';
import { aBot, aRecording } from '../builders/records.ts';

/** What routes are about. */
export type ResourceKind = (typeof routes)[RouteName]['of'];

export const kindOf = (route: RouteName): ResourceKind => routes[route].of;
export const hasId = (route: RouteName): boolean => routes[route].path.includes('{object_id}');

/** An id that nothing ever had. */
export const anIdOf = (kind: IdKind): string => newId(kind, new Date(), randomBytes(10));
/** An id, for a route, that nothing ever had. */
export const unknownIdFor = (route: RouteName): string => anIdOf(kindOf(route));

/** Routes that only sessions answer that are finished. */
const ofFinished: ReadonlySet<RouteName> = new Set(['deleteAppSessionData', 'getAppSessionMedia']);

const stores: Readonly<Record<ResourceKind, (table: Table, project_id: string, route: RouteName) => Promise<string>>> =
  {
    bot: async (table, project_id) => {
      const bot = aBot({ id: anIdOf('bot'), project_id });
      await botRepository(table).create(bot);
      return bot.id;
    },
    app_session: (table, project_id, route) =>
      storeAppSession(table, project_id, ofFinished.has(route) ? { state: 'ended', recording: aRecording() } : {}),
    connection: async (table, project_id) => (await storeConnection(table, { project_id })).id,
    calendar: async (table, project_id) => (await storeCalendar(table, { project_id })).id,
    calendar_event: async (table, project_id) =>
      (await storeEvent(table, await storeCalendar(table, { project_id }))).id,
  };

/** Stores what a route may be asked for, and answers its id. */
export const storedFor = (route: RouteName, table: Table, project_id: string): Promise<string> =>
  stores[kindOf(route)](table, project_id, route);
