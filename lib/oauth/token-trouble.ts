/** What it means for a grant that a token endpoint gives no token for it. */
import { NoAnswerError } from '../net/ask-json.ts';
import { TokenEndpointUnavailableError, TokenRefusedError } from '../ports/oauth.ts';

type Meaning = 'invalid_grant' | 'invalid_client' | 'missing_scope' | 'throttled' | 'unavailable' | 'grant_refused';

/** The words of RFC 6749, 5.2, and those of makers. One that is not here may pass, or not. */
const meanings: Readonly<Record<string, Meaning>> = {
  invalid_grant: 'invalid_grant',
  // The user, or an administrator, must agree once more: https://learn.microsoft.com/entra/identity-platform/reference-error-codes,
  // https://developers.google.com/identity/protocols/oauth2/web-server#authorization-errors
  interaction_required: 'invalid_grant',
  consent_required: 'invalid_grant',
  login_required: 'invalid_grant',
  admin_policy_enforced: 'invalid_grant',
  org_internal: 'invalid_grant',
  invalid_client: 'invalid_client',
  unauthorized_client: 'invalid_client',
  deleted_client: 'invalid_client',
  disabled_client: 'invalid_client',
  invalid_scope: 'missing_scope',
  slow_down: 'throttled',
  temporarily_unavailable: 'unavailable',
  server_error: 'unavailable',
};

/**
 * Of Microsoft, which has the word `invalid_request` for them: the app is for accounts of one organization only, or for
 * personal ones, and is not known where all are asked for (AADSTS50194, AADSTS9002331).
 */
const ofOtherAccounts: readonly number[] = [50194, 9002331];

export interface TokenTrouble {
  readonly trouble: Meaning;
  /** Holds no secret. */
  readonly message: string;
  readonly retry_after_seconds?: number | undefined;
}

/** What is wrong when tokens were asked for in vain; undefined for a fault that is no answer of the endpoint, nor the lack of one. */
export const tokenTroubleOf = (error: unknown): TokenTrouble | undefined => {
  if (error instanceof NoAnswerError) return { trouble: 'unavailable', message: error.message };
  if (error instanceof TokenRefusedError) {
    const isOfOthers = error.codes.some((code) => ofOtherAccounts.includes(code));
    const trouble = isOfOthers ? 'invalid_client' : (meanings[error.error] ?? 'grant_refused');
    return { trouble, message: error.message };
  }
  if (!(error instanceof TokenEndpointUnavailableError)) return undefined;
  const { status, message, retry_after_seconds } = error;
  return { trouble: status === 429 ? 'throttled' : 'unavailable', message, retry_after_seconds };
};
