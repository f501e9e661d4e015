/** What the environment says of real-time streams, for those who check their servers or open them: see `environment.ts`. */
import * as z from 'zod';
import { domainList } from './reading.ts';

/** Domains whose hosts are trusted with real-time streams, besides the platform's own. */
export const streamServers = z
  .object({ STREAM_HOSTS: domainList })
  .transform(({ STREAM_HOSTS }) => ({ stream_hosts: STREAM_HOSTS }));
