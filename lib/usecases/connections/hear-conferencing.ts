/** What the conferencing platform tells of an app's users: https://developers.zoom.us/docs/api/webhooks/ */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { jsonIn } from '../../domain/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Queue } from '../../ports/queue.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { OAuthAppHook, OAuthAppHookRepository } from '../../storage/secrets/oauth-apps.ts';
import type { Heard } from './connection-queue.ts';

export interface HearConferencingPorts {
  readonly hooks: Pick<OAuthAppHookRepository, 'get'>;
  readonly secretBox: Pick<SecretBox, 'open'>;
  readonly queue: Queue;
  readonly clock: Clock;
}

/** A request as it came, for an app. */
export interface ConferencingRequest {
  readonly oauth_app_id: string;
  /** The header of a name, which is in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

export interface ConferencingAnswer {
  readonly status: 200 | 401;
  readonly body?: object;
}

/** What was signed longer ago, or later than now, may have been signed for somebody else. */
const mostAgeMs = 5 * 60_000;
const longest = 256 * 1024;
const longestToken = 1_024;
const longestId = 64;

const refused: ConferencingAnswer = { status: 401 };
const heard: ConferencingAnswer = { status: 200 };

const UserId = z.string().min(1).max(255);
const Told = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('endpoint.url_validation'),
    payload: z.object({ plainToken: z.string().max(longestToken) }),
  }),
  z.object({
    event: z.literal('app_deauthorized'),
    payload: z.object({ user_id: UserId, deauthorization_time: z.iso.datetime({ offset: true }).optional() }),
  }),
  z.object({
    event: z.enum(['user.deactivated', 'user.deleted', 'user.disassociated', 'user.updated']),
    event_ts: z.number().optional(),
    payload: z.object({ object: z.object({ id: UserId }) }),
  }),
  z.object({
    event: z.literal('meeting.created'),
    event_ts: z.number().optional(),
    payload: z.object({
      object: z.object({ id: z.union([z.number(), z.string().max(64)]).transform(String), host_id: UserId }),
    }),
  }),
]);
type Told = z.infer<typeof Told>;

/** When a request was signed; its examples have seconds, and some requests come with milliseconds. */
const momentOf = (stamp: string): number | undefined => {
  if (!/^\d{9,14}$/.test(stamp)) return undefined;
  const number = Number(stamp);
  return number < 1e11 ? number * 1000 : number;
};

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

const isSame = (...texts: readonly [given: string, expected: string]): boolean => {
  const [given, expected] = texts.map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const dateOf = (ms: number | undefined, signed: Date): string =>
  (ms === undefined || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15 ? signed : new Date(ms)).toISOString();

/** What of an event is followed; undefined where nothing is. */
const newsOf = (told: Told, signed: Date): Pick<Heard, 'user_id' | 'told' | 'at' | 'meeting'> | undefined => {
  switch (told.event) {
    case 'app_deauthorized': {
      const { user_id, deauthorization_time } = told.payload;
      const at = dateOf(deauthorization_time === undefined ? undefined : Date.parse(deauthorization_time), signed);
      return { user_id, told: 'access_revoked', at };
    }
    case 'user.updated':
      return { user_id: told.payload.object.id, told: 'user_changed', at: dateOf(told.event_ts, signed) };
    case 'user.deactivated':
    case 'user.deleted':
    case 'user.disassociated':
      return { user_id: told.payload.object.id, told: 'user_not_active', at: dateOf(told.event_ts, signed) };
    case 'meeting.created': {
      const { id, host_id } = told.payload.object;
      return { user_id: host_id, told: 'meeting_planned', at: dateOf(told.event_ts, signed), meeting: id };
    }
    default:
      return undefined;
  }
};

/**
 * Hears what the platform tells of an app, proves to it that this is the app's address, and has what matters followed. What
 * was made up by others starts nothing, and is refused in the same way for apps that there are and that there are not.
 */
export const createHearConferencing = ({ hooks, secretBox, queue, clock }: HearConferencingPorts) => {
  /** When the platform has signed a request; undefined where it has not. */
  const signedAt = (secret: string, { header, body }: ConferencingRequest): Date | undefined => {
    const stamp = header('x-zm-request-timestamp') ?? '';
    const moment = momentOf(stamp);
    if (moment === undefined || Math.abs(clock.now().getTime() - moment) > mostAgeMs) return undefined;
    const given = header('x-zm-signature') ?? '';
    return isSame(given, `v0=${hmac(secret, `v0:${stamp}:${body}`)}`) ? new Date(moment) : undefined;
  };

  const secretOf = async (hook: OAuthAppHook): Promise<string> =>
    secretBox.open(hook.project_id, hook.webhook_secret_sealed);

  return async (request: ConferencingRequest): Promise<ConferencingAnswer> => {
    // What is no id is looked up nowhere: a table has limits to its keys.
    if (request.body.length > longest || request.oauth_app_id.length > longestId) return refused;
    const hook = await hooks.get(request.oauth_app_id);
    if (!hook) return refused;
    const secret = await secretOf(hook);
    const signed = signedAt(secret, request);
    if (!signed) return refused;
    const { data: told } = Told.safeParse(jsonIn(request.body));
    if (!told) return heard;
    if (told.event === 'endpoint.url_validation') {
      const { plainToken } = told.payload;
      return { status: 200, body: { plainToken, encryptedToken: hmac(secret, plainToken) } };
    }
    const news = newsOf(told, signed);
    const { project_id, oauth_app_id } = hook;
    if (news) await queue.send([{ body: { project_id, oauth_app_id, ...news } satisfies Heard, group: project_id }]);
    return heard;
  };
};
