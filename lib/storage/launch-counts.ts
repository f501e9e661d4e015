import * as z from 'zod';
import { type Launches, noLaunches, projectsField, type Urgency } from '../domain/bot/launch-shares.ts';
import type { Key, Table } from '../ports/table.ts';
import { expiring, itemKind } from './item-kind.ts';
import { projectRequester, requestCountRepository } from './request-counts.ts';

const count = z.number().default(0);
const launchItems = itemKind<Launches>('launches', () =>
  z.object({ immediate: count, immediate_projects: count, scheduled: count, scheduled_projects: count }),
);

const launchesKey = (second: number): Key => ({ pk: `launches#${second}`, sk: 'launches' });
/** Counts are of no use after the next second; this is for clocks that differ. */
const keptSeconds = 60;
const keptUntil = (second: number): Date => new Date((second + keptSeconds) * 1000);

/** Counts the launches of each second, over all functions. Each second, and each project in it, has an item of its own. */
export const launchCountRepository = (table: Pick<Table, 'get' | 'update'>) => {
  const requests = requestCountRepository(table);
  return {
    async in(second: number): Promise<Launches> {
      const item = await table.get(launchesKey(second));
      return item ? launchItems.recordOf(item) : noLaunches;
    },

    /** Counts one more order of a project, and answers how many of its urgency the project has made in this second. */
    addOfProject: (projectId: string, urgency: Urgency, second: number): Promise<number> =>
      requests.add(`${projectRequester(projectId)}#launches#${urgency}`, second, 1, keptUntil(second)),

    /** Counts one more bot that is to be staged in a window of time, and answers the how-many-th it is. Kept until `until`. */
    addPlanned: (window: number, until: Date): Promise<number> => requests.add('stagings', window, 1, until),

    /** Counts one more order, maybe the first of its project, and answers how many of its urgency there are in this second. */
    async add(urgency: Urgency, isFirstOfProject: boolean, second: number): Promise<number> {
      const item = await table.update({
        update: launchesKey(second),
        set: { ...launchItems.tag, ...expiring(keptUntil(second)) },
        increment: { [urgency]: 1, [projectsField[urgency]]: isFirstOfProject ? 1 : 0 },
      });
      return launchItems.recordOf(item)[urgency];
    },
  };
};
export type LaunchCountRepository = ReturnType<typeof launchCountRepository>;
