import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isClientGone } from '../../../lib/net/serving/client-gone.ts';

/** The whole body of a request; undefined where its client goes before the end of it, and so has asked for nothing. */
export const bodyOf = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  try {
    return await buffer(request);
  } catch (error) {
    if (isClientGone(request, error)) return undefined;
    throw error;
  }
};
