/** A token endpoint of OAuth 2.0, asked with a refresh token or an authorization code (RFC 6749, parts 4.1.3 and 6). */
import * as z from 'zod';
import { retryAfterSeconds } from '../domain/webhook/webhook-delivery.ts';
import type { AskJson, JsonAnswer } from '../net/ask-json.ts';
import { plainWord } from '../net/plain-word.ts';
import { type OAuthClient, TokenEndpointUnavailableError, TokenRefusedError, type Tokens } from '../ports/oauth.ts';

export interface TokenEndpoint {
  readonly url: string;
  /** Where the client's secret stands: in the form, or in the header `Authorization` (RFC 6749, 2.3.1). */
  readonly secret_in: 'form' | 'header';
  /** Whether a refusal says that what was granted is dead, where the endpoint has another word for that than `invalid_grant`. */
  readonly isDeadGrant?: (refusal: unknown) => boolean;
}

export type TokenRequest =
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string }
  | { readonly grant_type: 'authorization_code'; readonly code: string; readonly redirect_uri: string };

const Granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().default(3600),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
});

const Refused = z.object({
  error: z.string(),
  // https://learn.microsoft.com/entra/identity-platform/reference-error-codes
  error_codes: z.array(z.int()).max(8).default([]).catch([]),
});

/** How long a service asks to be left alone, in seconds; it may say so as a number or as a date. */
export const patienceAskedBy = ({ header }: Pick<JsonAnswer, 'header'>, now: Date): number | undefined => {
  const asked = header('retry-after');
  return asked === undefined ? undefined : retryAfterSeconds(asked, now);
};

// RFC 6749, 2.3.1: both are encoded as in a form before they are joined.
export const basicOf = ({ client_id, client_secret }: OAuthClient): string =>
  `Basic ${Buffer.from([client_id, client_secret].map(encodeURIComponent).join(':')).toString('base64')}`;

const passing: readonly number[] = [408, 425, 429];
/** How a token endpoint refuses (RFC 6749, 5.2). Another status without a word is a wrong address's, or of what lies between. */
const refusing: readonly number[] = [400, 401];
const isPassing = (status: number): boolean => status >= 500 || passing.includes(status);

/** What an answer means that is not the one that was hoped for. */
export const refusalOf = (
  answer: JsonAnswer,
  { isDeadGrant = () => false }: Pick<TokenEndpoint, 'isDeadGrant'>,
  now: Date,
): TokenRefusedError | TokenEndpointUnavailableError => {
  const { status, body } = answer;
  const { data: refused } = Refused.safeParse(body);
  if (refused && !isPassing(status))
    return new TokenRefusedError(isDeadGrant(body) ? 'invalid_grant' : plainWord(refused.error), refused.error_codes);
  return refusing.includes(status)
    ? new TokenRefusedError(`${status} without a word`)
    : new TokenEndpointUnavailableError(status, patienceAskedBy(answer, now));
};

/**
 * @throws TokenRefusedError when the request is refused for good
 * @throws TokenEndpointUnavailableError when it may be granted later
 * @throws NoAnswerError
 */
export const requestTokens = async (
  ask: AskJson,
  endpoint: TokenEndpoint,
  client: OAuthClient,
  request: TokenRequest,
  now: Date,
): Promise<Tokens> => {
  const { url, secret_in } = endpoint;
  const form = new URLSearchParams({ ...request, ...(secret_in === 'form' && client) });
  const answer = await ask({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(secret_in === 'header' && { authorization: basicOf(client) }),
    },
    body: form.toString(),
  });
  const { status, body } = answer;
  const granted = Granted.safeParse(body);
  if (status === 200 && granted.success) {
    const { access_token, expires_in, refresh_token, scope } = granted.data;
    return { access_token, expires_in_seconds: expires_in, refresh_token, scopes: scope?.split(' ') };
  }
  throw refusalOf(answer, endpoint, now);
};
