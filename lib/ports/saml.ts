import type { OwnAddresses } from '../domain/meeting/single-sign-on.ts';

/** What a service provider asks for in SAML 2.0, of all that it may say. */
export interface AuthnRequest {
  readonly id: string;
  readonly issuer: string;
  /** Where it wants the answer, if it says so. */
  readonly acs?: string;
  /** Whom it asks, if it says so. */
  readonly destination?: string;
}

/** What is vouched for. */
export interface Assertion {
  readonly in_response_to: string;
  readonly entity_id: OwnAddresses['entity_id'];
  readonly audience: string;
  readonly acs: string;
  /** The mail address of who is signed in. */
  readonly name_id: string;
  readonly at: Date;
  /** Afterwards it is worth nothing. */
  readonly until: Date;
}

/** The private key and the certificate that is made of it, both as PEM. */
export interface SigningKey {
  readonly private_key: string;
  readonly certificate: string;
}

/** The language that identity providers and service providers speak. */
export interface Saml {
  /** @throws ValidationError for what is no such request as the HTTP-Redirect binding carries it */
  readRequest(encoded: string): AuthnRequest;
  /** A signed response, as XML. */
  respond(assertion: Assertion, key: SigningKey): string;
}

/** Makes a key for an identity provider. */
export type MakeSigningKey = (entity_id: string, at: Date) => Promise<SigningKey>;
