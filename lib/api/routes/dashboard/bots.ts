/** Bots, as people look at them. */
import { ListBotsQuery } from '../../schemas/bots.ts';
import { BotDetailsBody, ListedBotBody, WatchedBody } from '../../schemas/dashboard/bots.ts';
import { NoQuery, pageOf } from '../../schemas/fields.ts';
import type { Route } from '../route.ts';

export const botRoutes = {
  /** List bots, with who made them. */
  showBots: {
    method: 'GET',
    path: '/api/v1/dashboard/bots',
    of: 'bot',
    caller: 'session',
    success: 200,
    query: ListBotsQuery,
    response: pageOf(ListedBotBody),
  },
  /** What a bot was made with, and what it shows. */
  showBot: {
    method: 'GET',
    path: '/api/v1/dashboard/bots/{object_id}',
    of: 'bot',
    caller: 'session',
    success: 200,
    query: NoQuery,
    response: BotDetailsBody,
  },
  /** Look at a bot's meeting: its worker makes pictures of it for as long as this is asked. */
  watchBot: {
    method: 'POST',
    path: '/api/v1/dashboard/bots/{object_id}/watch',
    of: 'bot',
    caller: 'session',
    least_role: 'viewer',
    success: 200,
    query: NoQuery,
    response: WatchedBody,
  },
} as const satisfies Record<string, Route>;
