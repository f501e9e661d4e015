import { type AppSession, isAppSession } from '../../domain/app-session/app-session.ts';
import type { Page } from '../../domain/page.ts';
import { appSessionsOf } from '../../storage/bots/bot-indexes.ts';
import type { BotLists } from '../../storage/bots/bot-lists.ts';
import { type ListPorts, listPage, type PageRequest } from '../list-page.ts';

export interface ListAppSessionsInput extends PageRequest {
  readonly isNewestFirst?: boolean;
}

/** A page of a project's app sessions, oldest first unless asked otherwise. */
export const createListAppSessions =
  ({ bots, onUnreadable }: ListPorts & { readonly bots: BotLists }) =>
  (projectId: string, { isNewestFirst = false, ...request }: ListAppSessionsInput): Promise<Page<AppSession>> =>
    listPage(
      {
        isNewestFirst,
        positions: (order) => bots.positions(appSessionsOf(projectId), order),
        at: async (positions) =>
          (await bots.at(projectId, positions, onUnreadable)).flatMap(({ position, value }) =>
            isAppSession(value) ? [{ position, value }] : [],
          ),
      },
      request,
    );
