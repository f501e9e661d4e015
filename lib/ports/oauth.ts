/** What is granted and refused by token endpoints of OAuth 2.0 (RFC 6749). */

export interface OAuthClient {
  readonly client_id: string;
  readonly client_secret: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly expires_in_seconds: number;
  /** Takes the place of the one that was used; undefined where that one stays. */
  readonly refresh_token: string | undefined;
  /** What was granted; undefined where the endpoint does not say. */
  readonly scopes: readonly string[] | undefined;
}

/** The endpoint refuses the request, by one of the words of RFC 6749, 5.2, or one of its maker's. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
  readonly error: string;
  /** Its maker's numbers for what exactly is wrong, where it has such. */
  readonly codes: readonly number[];
  constructor(error: string, codes: readonly number[] = []) {
    super(`the token endpoint refuses: ${[error, ...codes].join(' ')}`);
    this.error = error;
    this.codes = codes;
  }
}

/** The endpoint asks for patience, or is at fault itself: the tokens may be as good as before. */
export class TokenEndpointUnavailableError extends Error {
  override readonly name = 'TokenEndpointUnavailableError';
  readonly status: number;
  readonly retry_after_seconds: number | undefined;
  constructor(status: number, retryAfter?: number) {
    super(`the token endpoint answers ${status}`);
    this.status = status;
    this.retry_after_seconds = retryAfter;
  }
}
