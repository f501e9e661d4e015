/** The environment that the functions and the workers of one machine read. */
import * as z from 'zod';
import { operated } from '../capture-home/operated.ts';
import { openRoomPath } from '../demo-room/protocol.ts';
import { TranscriptionServer } from '../domain/transcription/transcription-server.ts';
import { isLoopbackHost } from '../net/client-url.ts';
import { identityProvider } from '../process/environment/identity.ts';
import { meetingHosts, platformsOff } from '../process/environment/meetings.ts';
import { calendarServices, confServices, hostedTranscription } from '../process/environment/services.ts';
import { streamServers } from '../process/environment/streams.ts';
import { clientAddresses, requestLimit } from '../process/environment.ts';
import { CannotStartError } from './errors.ts';
import { type Doors, isForOthers, type RoomDoor } from './front-door/doors.ts';
import { placesFor, thisMachine } from './machine.ts';

export interface LocalEnvironment {
  readonly base_url: string;
  readonly transcription_timeout_seconds: number;
  /** How many bots may be in meetings at a time. */
  readonly places: number;
}

/** @throws CannotStartError when something in the environment would lead to a real AWS account */
export const refuseAws = (): void => {
  for (const [name, value] of Object.entries(process.env)) {
    if (/^AWS_ENDPOINT_URL/.test(name) && value?.includes('amazonaws.com')) {
      throw new CannotStartError(`${name} names ${value}, but this service runs on one machine only: unset it`);
    }
  }
};

const hostsWith = (name: string, more: readonly string[]): string =>
  [...new Set([...(process.env[name]?.split(',').filter(Boolean) ?? []), ...more])].join(',');

/**
 * How long the server for speech-to-text may take, in seconds.
 * @throws CannotStartError when what the environment says of it cannot be used
 */
const transcriptionTimeout = (): number => {
  const { CUSTOM_ASYNC_TRANSCRIPTION_URL: url, CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT: timeout_seconds } = process.env;
  const { data, error } = TranscriptionServer.partial({ url: true }).safeParse({ url, timeout_seconds });
  if (data) return data.timeout_seconds;
  const [{ path, message }] = error.issues as [(typeof error.issues)[0]];
  const name = path[0] === 'url' ? 'CUSTOM_ASYNC_TRANSCRIPTION_URL' : 'CUSTOM_ASYNC_TRANSCRIPTION_TIMEOUT';
  throw new CannotStartError(`${name} ${message}`);
};

/** What operators say of the service by variables, whose values are looked at before it starts. */
export const operatorVariables = [
  ...[operated, meetingHosts, platformsOff, streamServers, clientAddresses, requestLimit],
  ...[hostedTranscription, calendarServices, confServices, identityProvider],
] as const;

/** @throws CannotStartError when what the environment says by one of these cannot be used */
const checkVariables = (): void => {
  for (const said of operatorVariables) {
    const [issue] = said.safeParse(process.env).error?.issues ?? [];
    if (!issue) continue;
    // Behind the variable may stand which of those that it lists.
    const name = String(issue.path[0]);
    const isSentence = /^(?:must|belongs) /.test(issue.message);
    throw new CannotStartError(
      isSentence ? `${name} ${issue.message}` : `${name} is ${process.env[name]}: ${issue.message}`,
    );
  }
};

/** Where platforms of calendars reach this machine: at its public address, else those that are on it, or as the operator says. */
const hookUrl = (base_url: string): string | undefined => {
  const { CALENDAR_HOOK_URL, GOOGLE_CALENDAR_URL, MICROSOFT_GRAPH_URL } = process.env;
  const isHere =
    base_url.startsWith('https:') ||
    [GOOGLE_CALENDAR_URL, MICROSOFT_GRAPH_URL].some((url) => url && isLoopbackHost(new URL(url).hostname));
  return CALENDAR_HOOK_URL ?? (isHere ? base_url : undefined);
};

/**
 * How many bots may be in meetings at a time: as the operator says, else as many as the machine is good for.
 * @throws CannotStartError when what the environment says of it is no such number
 */
const placesOf = (asked: number | undefined): number => {
  const { CAPTURE_PLACES } = process.env;
  const { data, error } = z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .safeParse(asked ?? CAPTURE_PLACES);
  if (error)
    throw new CannotStartError(
      `CAPTURE_PLACES is ${CAPTURE_PLACES}: set it to how many bots may be in meetings at a time`,
    );
  return data ?? placesFor(thisMachine());
};

export interface Surroundings extends Pick<Doors, 'public_url' | 'room'> {
  readonly data_dir: string;
  readonly port: number;
  readonly bots?: number | undefined;
  /** What bots brought home is deleted so many days later; see `KEEP_DAYS`. */
  readonly keep_days?: number | undefined;
}

/** Where the rooms of the demo room are, for bots that are sent there. */
const roomHosts = (base_url: string, port: number, room: RoomDoor): string[] =>
  room === 'off' ? [] : [...new Set([new URL(base_url).host, `127.0.0.1:${port}`, `localhost:${port}`])];

/** Tells this process, and so the workers that it starts, where everything is. No AWS account can be meant. */
export const setEnvironment = (surroundings: Surroundings): LocalEnvironment => {
  const { data_dir, port, bots, keep_days, room = 'open' } = surroundings;
  const transcription_timeout_seconds = transcriptionTimeout();
  checkVariables();
  const places = placesOf(bots);
  const base_url = surroundings.public_url ?? `http://127.0.0.1:${port}`;
  const hook_url = hookUrl(base_url);
  Object.assign(process.env, {
    DATA_DIR: data_dir,
    BASE_URL: base_url,
    DEMO_ROOM_HOSTS: hostsWith('DEMO_ROOM_HOSTS', roomHosts(base_url, port, room)),
    // Whoever has a key, and sits elsewhere, is not to reach what listens on this machine for itself.
    ALLOW_LOOPBACK_WEBHOOKS: process.env.ALLOW_LOOPBACK_WEBHOOKS ?? String(!isForOthers(base_url)),
    // The one room that everybody may know of.
    ...(room === 'open' && { EXAMPLE_MEETING_URL: `${base_url}${openRoomPath}` }),
    CAPTURE_PLACES: String(places),
    // Empty where nothing is deleted by its age, whatever the shell says.
    KEEP_DAYS: keep_days === undefined ? '' : String(keep_days),
    ...(hook_url && { CALENDAR_HOOK_URL: hook_url }),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  for (const name of ['AWS_SESSION_TOKEN', 'AWS_PROFILE']) delete process.env[name];
  return { base_url, transcription_timeout_seconds, places };
};
