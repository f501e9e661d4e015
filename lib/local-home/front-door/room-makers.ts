/** Who may make demo rooms where not everybody may. */
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { routeHandler, routes } from '../../api/routes.ts';
import { HttpProblem } from '../../demo-room/http.ts';
import type { Functions } from '../functions.ts';
import { eventOf } from './http-event.ts';

const { method, path } = routes.createBot;
const Answer = z.object({
  statusCode: z.int(),
  headers: z.object({ 'retry-after': z.coerce.number().optional() }).optional(),
  body: z.string(),
});
const Refusal = z.object({ code: z.string(), detail: z.string() });
/** Nobody is known, or somebody who may not. */
const refusals = [401, 403];

/**
 * Whether whoever sends a request may also have a bot made, by a key or as somebody who is signed in: for then they may change
 * things here. They are asked for one without a body, which is refused for just that.
 * @throws HttpProblem where it cannot be said now, such as of somebody who asks too often
 */
export const mayMakeBots =
  (functions: Functions) =>
  async ({ headers, rawHeaders, httpVersion, socket }: IncomingMessage): Promise<boolean> => {
    const question = { headers, rawHeaders, httpVersion, socket, method, url: path };
    const event = eventOf(question, Buffer.alloc(0), { route_key: `${method} ${path}`, parameters: {} });
    const answer = await functions.invoke(routeHandler('createBot', routes.createBot), event);
    const { statusCode, headers: more, body } = Answer.parse(answer);
    if (statusCode === 400 || refusals.includes(statusCode)) return statusCode === 400;
    const { code, detail } = Refusal.parse(JSON.parse(body));
    const retry_after_seconds = more?.['retry-after'];
    throw new HttpProblem(statusCode, code, detail, {
      ...(retry_after_seconds !== undefined && { retry_after_seconds }),
    });
  };
