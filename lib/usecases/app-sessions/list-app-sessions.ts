import { type AppSession, isAppSession } from '../../domain/app-session/app-session.ts';
import type { Page } from '../../domain/page.ts';
import { appSessionsOf } from '../../storage/bots/bot-indexes.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import { listPage, type PageRequest } from '../list-page.ts';

/** A page of a project's app sessions, oldest first. */
export const createListAppSessions =
  ({ bots }: { readonly bots: Pick<BotRepository, 'positions' | 'at'> }) =>
  (projectId: string, request: PageRequest): Promise<Page<AppSession>> =>
    listPage(
      {
        positions: (order) => bots.positions(appSessionsOf(projectId), order),
        at: async (positions) =>
          (await bots.at(projectId, positions)).flatMap(({ position, value }) =>
            isAppSession(value) ? [{ position, value }] : [],
          ),
      },
      request,
    );
