/** Whoever people sign in to, and what it vouches for: an issuer of OpenID Connect. */
import type { Identity } from '../domain/access/people.ts';

/** What ties an answer of the provider to the question that was asked. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The provider cannot be reached, or is not what the settings say. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** The provider let nobody in, or what came back is not its answer to the question. */
export class SignInRefusedError extends Error {
  override readonly name = 'SignInRefusedError';
  /** Whether the provider itself says so: the person, or its rules, said no. */
  readonly isByProvider: boolean;
  constructor(isByProvider: boolean, options?: ErrorOptions) {
    super(isByProvider ? 'the provider let nobody in' : 'what came back is no answer to what was asked', options);
    this.isByProvider = isByProvider;
  }
}

export interface IdentityProvider {
  /** Where somebody signs in. @throws ProviderUnavailableError */
  signInUrl(redirectUri: string, checks: SignInChecks): Promise<string>;
  /**
   * Who has signed in, by the address that they came back to.
   * @throws SignInRefusedError, ProviderUnavailableError
   */
  identityAt(returnedTo: URL, checks: SignInChecks): Promise<Identity>;
}
