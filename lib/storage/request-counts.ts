import * as z from 'zod';
import { countedAddress } from '../net/serving/counted-address.ts';
import type { Key, Table } from '../ports/table.ts';
import { expiring, itemKind } from './item-kind.ts';

const countItems = itemKind('requests', () => z.object({ requests: z.number() }));

/**
 * Whose requests are counted: those of a project's programs, of somebody who is signed in, whose pages ask several times a
 * second, or of an address that asks for something without being known.
 */
export const projectRequester = (projectId: string): string => `project#${projectId}`;
export const sessionRequester = (projectId: string, session: string): string =>
  `${projectRequester(projectId)}#session#${session}`;
export const addressRequester = (address: string, routeKey: string): string =>
  `address#${countedAddress(address)}#${routeKey}`;

const countKey = (requester: string, window: number): Key => ({
  pk: `${requester}#requests#${window}`,
  sk: 'requests',
});

/** How many requests each requester has made in each window of time, added up over all functions. */
export const requestCountRepository = (table: Pick<Table, 'update'>) => ({
  /** Adds to the count of a window, and answers what it is then. Kept until `until`. */
  async add(requester: string, window: number, requests: number, until: Date): Promise<number> {
    const item = await table.update({
      update: countKey(requester, window),
      set: { ...countItems.tag, ...expiring(until) },
      increment: { requests },
    });
    return countItems.recordOf(item).requests;
  },
});
export type RequestCountRepository = ReturnType<typeof requestCountRepository>;
