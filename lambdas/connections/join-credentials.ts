/** What a bot joins with, for its worker: the only function that a worker may call. */
import * as z from 'zod';
import { openJoinCredentials } from '../../lib/capture-home/own-join-credentials.ts';
import type { JoinTokens } from '../../lib/domain/connection/join-tokens.ts';
import type { LoginAnswer } from '../../lib/domain/meeting/login.ts';
import { masked } from '../events/masked.ts';

const source = openJoinCredentials();

const Order = z.object({
  project_id: z.string(),
  bot_id: z.string(),
  attempt: z.int().positive(),
  // Workers that were started before there were accounts say nothing of it.
  wants: z.enum(['tokens', 'login']).default('tokens'),
});

export const handler = masked((event: unknown): Promise<JoinTokens | LoginAnswer> => {
  const { wants, ...order } = Order.parse(event);
  return wants === 'login' ? source.login(order) : source.tokens(order);
});
