/** What the token of a link says of whoever comes by it. Nothing is checked: that is the server's business. */
import * as z from 'zod';
import { payloadOf } from '../../../domain/token-payload.ts';

const Named = z.object({ context: z.object({ user: z.object({ name: z.string().trim().min(1) }) }) });

/** Whether a link has a token by which the bot has its name. One that cannot be read is taken to have one. */
export const isNamedByToken = (link: URL): boolean => {
  const token = link.searchParams.get('jwt');
  if (token === null) return false;
  const payload = payloadOf(token);
  return payload === undefined || Named.safeParse(payload).success;
};
