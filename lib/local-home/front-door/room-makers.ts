/** Who may make demo rooms where not everybody may. */
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { routeHandler, routes } from '../../api/routes.ts';
import type { Functions } from '../functions.ts';
import { eventOf } from './http-event.ts';

const { method, path } = routes.createBot;
const Answer = z.object({ statusCode: z.int() });

/**
 * Whether whoever sends a request may also have a bot made, by a key or as somebody who is signed in: for then they may change
 * things here. They are asked for one without a body, which is refused for just that.
 */
export const mayMakeBots =
  (functions: Functions) =>
  async ({ headers, rawHeaders, httpVersion, socket }: IncomingMessage): Promise<boolean> => {
    const question = { headers, rawHeaders, httpVersion, socket, method, url: path };
    const event = eventOf(question, Buffer.alloc(0), { route_key: `${method} ${path}`, parameters: {} });
    const answer = await functions.invoke(routeHandler('createBot', routes.createBot), event);
    return Answer.parse(answer).statusCode === 400;
  };
