/** What a bot joins with, for its worker: the only function that a worker may call. */
import * as z from 'zod';
import { openFetchTokens } from '../../lib/capture-home/fetch-tokens.ts';
import type { JoinTokens } from '../../lib/domain/connection/join-tokens.ts';

const tokens = openFetchTokens();

const Order = z.object({ project_id: z.string(), bot_id: z.string(), attempt: z.int().positive() });

export const handler = (event: unknown): Promise<JoinTokens> => tokens.fetch(Order.parse(event));
