/** What functions are told by their environment, parsed once when they start. */
import * as z from 'zod';
import type { OperatedTimes } from '../domain/bot/deadlines.ts';
import type { OperatedHosts } from '../domain/meeting/meeting-url.ts';
import { TranscriptionServer } from '../domain/transcription/transcription-server.ts';

const hosts = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((host) => host.trim().toLowerCase() || []));

const Environment = z.object({
  JITSI_HOSTS: hosts,
  GALENE_HOSTS: hosts,
  DEMO_ROOM_HOSTS: hosts,
  ALLOW_LOOPBACK_WEBHOOKS: z.stringbool().default(false),
  /** The installation's own server for speech-to-text. */
  CUSTOM_ASYNC_TRANSCRIPTION_URL: TranscriptionServer.shape.url.optional(),
  /** How long it may take to answer, in seconds. */
  CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT: TranscriptionServer.shape.timeout_seconds,
  /** What each project may ask of the API in a second. */
  REQUESTS_PER_SECOND: z.coerce.number().positive().default(100),
  /** Where the API is reached; without it, the address that a request came in by. */
  BASE_URL: z.url().optional(),
});

const environment = () => Environment.parse(process.env);

/** The meeting hosts that only this installation's operator can name. */
export const operatedHosts = (): OperatedHosts => {
  const { JITSI_HOSTS, GALENE_HOSTS, DEMO_ROOM_HOSTS } = environment();
  return { jitsi: JITSI_HOSTS, galene: GALENE_HOSTS, demo_room: DEMO_ROOM_HOSTS };
};

/** Whether clients may name addresses on this very machine: only where the service runs on one. */
export const allowsLoopback = (): boolean => environment().ALLOW_LOOPBACK_WEBHOOKS;

/** Whether bots may be told to use the installation's own server for speech-to-text. */
export const hasCustomTranscription = (): boolean => environment().CUSTOM_ASYNC_TRANSCRIPTION_URL !== undefined;

/** The installation's own server for speech-to-text; undefined where there is none. */
export const customTranscription = (): { readonly url: string; readonly timeout_ms: number } | undefined => {
  const { CUSTOM_ASYNC_TRANSCRIPTION_URL: url, CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT: seconds } = environment();
  return url === undefined ? undefined : { url, timeout_ms: seconds * 1000 };
};

/** What the operator has set that the times of a bot's life depend on. */
export const operatedTimes = (): OperatedTimes => ({
  transcription_timeout_seconds: environment().CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT,
});

/** What each project may ask of the API in a second. */
export const requestsPerSecond = (): number => environment().REQUESTS_PER_SECOND;

/** The address that answers link to, for a request that came in by a domain. Reads the environment once. */
export const createBaseUrl = (): ((domainName: string) => string) => {
  const { BASE_URL } = environment();
  return (domainName) => BASE_URL ?? `https://${domainName}`;
};
