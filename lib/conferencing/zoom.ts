/** Zoom's REST API, version 2: https://developers.zoom.us/docs/api/ and …/docs/integrations/oauth/ */
import * as z from 'zod';
import { AnswerTooLargeError, type AskJson, type JsonAnswer, NoAnswerError } from '../net/ask-json.ts';
import {
  basicOf,
  patienceAskedBy,
  refusalOf,
  requestTokens,
  type TokenEndpoint,
  type TokenRequest,
} from '../oauth/token-endpoint.ts';
import type { Clock } from '../ports/clock.ts';
import { ConferencingError, type ConferencingPlatform, type ConferencingTrouble } from '../ports/conferencing.ts';
import type { OAuthClient } from '../ports/oauth.ts';

interface ZoomAddresses {
  /** Of the API, without a slash at its end. */
  readonly api: string;
  /** Of what `/token` and `/revoke` are below. */
  readonly oauth: string;
}

const atMaker: ZoomAddresses = { api: 'https://api.zoom.us/v2', oauth: 'https://zoom.us/oauth' };

interface ZoomPorts {
  readonly ask: AskJson;
  readonly clock: Clock;
}

// `invalid_request` comes with it on some servers, and `invalid_grant` on others: https://devforum.zoom.us/t/12302
const Dead = z.object({ reason: z.string().regex(/^Invalid (Token!|authorization code)/) });

const Failed = z.object({ code: z.number(), message: z.string().optional() });

// https://developers.zoom.us/docs/api/errors/
const byCode: Readonly<Record<number, ConferencingTrouble>> = {
  124: 'access_refused',
  1001: 'user_not_active',
  3001: 'not_found',
  4711: 'missing_scope',
};

const troubleOf = ({ status, body }: JsonAnswer): { trouble: ConferencingTrouble; word: string } => {
  const { code } = Failed.safeParse(body).data ?? {};
  const word = String(code ?? 'no code');
  if (status === 429) return { trouble: 'throttled', word };
  if (status === 408 || status >= 500) return { trouble: 'unavailable', word };
  const known = code === undefined ? undefined : byCode[code];
  return { trouble: known ?? (status === 401 ? 'access_refused' : 'refused'), word };
};

// https://developers.zoom.us/docs/api/rate-limits/: the header holds the moment as ISO 8601 has it, unlike everybody else's.
const patienceOf = (answer: JsonAnswer, now: Date): number | undefined => {
  const moment = /^\d{4}-/.test(answer.header('retry-after') ?? '')
    ? Date.parse(answer.header('retry-after') ?? '')
    : NaN;
  return Number.isNaN(moment) ? patienceAskedBy(answer, now) : Math.max(0, (moment - now.getTime()) / 1000);
};

const User = z.object({
  id: z.string().min(1).max(255),
  account_id: z.string().max(255).default(''),
  status: z.string().default('active'),
  pmi: z.number().optional(),
});
const Meetings = z.object({
  meetings: z.array(z.object({ id: z.union([z.number(), z.string()]).transform(String) })).default([]),
  next_page_token: z.string().optional(),
});
const Token = z.object({ token: z.string().min(1) });

const understood = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const { data } = schema.safeParse(body);
  if (data === undefined) throw new ConferencingError('refused', 'the answer is not as the platform documents it');
  return data;
};

const pageSize = 300;

/** `operated`: where it is, as far as that is not at its maker's addresses. */
export const zoom = (
  { ask, clock }: ZoomPorts,
  operated: Partial<Record<keyof ZoomAddresses, string | undefined>> = {},
): ConferencingPlatform => {
  const { api = atMaker.api, oauth = atMaker.oauth } = operated;
  const endpoint: TokenEndpoint = {
    url: `${oauth}/token`,
    secret_in: 'header',
    isDeadGrant: (refusal) => Dead.safeParse(refusal).success,
  };
  const tokens = (client: OAuthClient, request: TokenRequest) =>
    requestTokens(ask, endpoint, client, request, clock.now());

  const get = async <T>(schema: z.ZodType<T>, accessToken: string, path: string): Promise<T> => {
    const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
    const answer = await ask({ method: 'GET', url: api + path, headers }).catch((error: unknown) => {
      if (error instanceof NoAnswerError) throw new ConferencingError('unavailable', error.message, { cause: error });
      if (error instanceof AnswerTooLargeError) throw new ConferencingError('refused', error.message, { cause: error });
      throw error;
    });
    if (answer.status === 200) return understood(schema, answer.body);
    const { trouble, word } = troubleOf(answer);
    const retry_after_seconds = patienceOf(answer, clock.now());
    throw new ConferencingError(trouble, `${answer.status} ${word}`, { retry_after_seconds });
  };

  return {
    exchange: (client, code, redirect_uri) => tokens(client, { grant_type: 'authorization_code', code, redirect_uri }),
    refresh: (client, refresh_token) => tokens(client, { grant_type: 'refresh_token', refresh_token }),

    async revoke(client, token) {
      const answer = await ask({
        method: 'POST',
        url: `${oauth}/revoke`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basicOf(client) },
        body: new URLSearchParams({ token }).toString(),
      });
      if (answer.status !== 200) throw refusalOf(answer, endpoint, clock.now());
    },

    async user(accessToken) {
      const { id, account_id, status, pmi } = await get(User, accessToken, '/users/me');
      return {
        user_id: id,
        account_id,
        is_active: status === 'active',
        personal_meeting: pmi === undefined ? undefined : String(pmi),
      };
    },

    async meetings(accessToken, page) {
      const query = new URLSearchParams({ type: 'scheduled', page_size: String(pageSize) });
      if (page !== undefined) query.set('next_page_token', page);
      const { meetings, next_page_token } = await get(Meetings, accessToken, `/users/me/meetings?${query}`);
      // Empty on the last page.
      return { meetings: meetings.map(({ id }) => id), next: next_page_token || undefined };
    },

    async localRecordingToken(accessToken, meeting) {
      const path = `/meetings/${encodeURIComponent(meeting)}/jointoken/local_recording`;
      return (await get(Token, accessToken, path)).token;
    },

    // https://developers.zoom.us/docs/meeting-sdk/auth/obf/
    async onbehalfToken(accessToken, meeting_id) {
      const query = new URLSearchParams({ type: 'onbehalf', ...(meeting_id !== undefined && { meeting_id }) });
      return (await get(Token, accessToken, `/users/me/token?${query}`)).token;
    },
  };
};
