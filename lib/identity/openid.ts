/** OpenID Connect: any issuer, by the certified client library. */
import * as client from 'openid-client';
import * as z from 'zod';
import { type Identity, mostOfName } from '../domain/access/people.ts';
import { typedName } from '../domain/typed-text.ts';
import { isLoopbackHost } from '../net/client-url.ts';
import { systemClock } from '../ports/clock.ts';
import {
  type IdentityProvider,
  ProviderUnavailableError,
  type SignInChecks,
  SignInRefusedError,
} from '../ports/identity-provider.ts';
import { rememberFor } from '../process/remember-for.ts';

export interface OpenIdSettings {
  readonly issuer: string;
  readonly client_id: string;
  readonly scopes: string;
  /** The claim that names somebody's groups. */
  readonly groups_claim: string;
  /** The operator vouches for the addresses that the issuer tells, for issuers that do not say so themselves. */
  readonly emails_are_verified: boolean;
  /** The client's secret; undefined for a client without one. */
  readonly secret: () => Promise<string | undefined>;
}

/** The library's own patience is longer than a function's life. In seconds. */
const patienceSeconds = 8;
/** An issuer's keys and addresses are asked for again after so long. */
const knownMs = 3_600_000;

const words = z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([]);
const Claims = z.looseObject({
  iss: z.string(),
  sub: z.string(),
  // What people call themselves at many issuers: one that would be refused from an owner is none.
  name: typedName(mostOfName).optional().catch(undefined),
  email: typedName(254).optional().catch(undefined),
  // Some issuers answer a string (Cognito does in its user info).
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
});
type Claims = z.infer<typeof Claims>;

const isLocal = (issuer: URL): boolean => issuer.protocol === 'http:' && isLoopbackHost(issuer.hostname);

/** Shows a secret in the way that the issuer takes it; as the standard says where it does not. */
const authentication =
  (secretOf: () => string | undefined): client.ClientAuth =>
  (server, ...rest) => {
    const secret = secretOf();
    const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    if (secret === undefined) client.None()(server, ...rest);
    else (isPost ? client.ClientSecretPost : client.ClientSecretBasic)(secret)(server, ...rest);
  };

/** What says that an answer does not fit, rather than that there is none. */
const unfit = new Set([
  ...['OAUTH_INVALID_RESPONSE', 'OAUTH_KEY_SELECTION_FAILED', 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'],
  ...['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'],
]);
const isUnfit = (error: unknown): boolean =>
  // A code that was used before, or that was given to somebody else.
  (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') ||
  (error instanceof client.ClientError && unfit.has(error.code ?? ''));

export const openIdProvider = (settings: OpenIdSettings): IdentityProvider => {
  const { client_id, scopes, groups_claim, emails_are_verified } = settings;
  const issuer = new URL(settings.issuer);

  // As it was entered last.
  let secret: string | undefined;
  const discover = (): Promise<client.Configuration> =>
    client.discovery(
      issuer,
      client_id,
      undefined,
      authentication(() => secret),
      {
        timeout: patienceSeconds,
        execute: [
          // Tokens that come from the issuer by TLS need no signature by the standard; ours are checked all the same.
          client.enableNonRepudiationChecks,
          ...(isLocal(issuer) ? [client.allowInsecureRequests] : []),
        ],
      },
    );

  const known = rememberFor(knownMs, systemClock, discover);
  /** @throws ProviderUnavailableError */
  const configured = async (): Promise<client.Configuration> => {
    try {
      return await known(issuer.href);
    } catch (error) {
      throw new ProviderUnavailableError(`the issuer ${issuer.href} does not tell how to sign in`, { cause: error });
    }
  };

  /** What the issuer tells of somebody: some say more when they are asked once more. */
  const claimsOf = async (
    configuration: client.Configuration,
    tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
  ): Promise<Claims> => {
    const claims = Claims.parse(tokens.claims());
    if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return Claims.parse({ ...claims, ...more, iss: claims.iss, sub: claims.sub });
  };

  const identityOf = (claims: Claims): Identity => ({
    subject: `${claims.iss} ${claims.sub}`,
    ...(claims.name !== undefined && { name: claims.name }),
    ...(claims.email !== undefined && { email: claims.email }),
    is_email_verified: claims.email_verified ?? emails_are_verified,
    groups: words.parse(claims[groups_claim]),
  });

  return {
    async signInUrl(redirect_uri, { state, nonce, verifier }) {
      const configuration = await configured();
      const parameters = {
        ...{ redirect_uri, scope: scopes, state, nonce, code_challenge_method: 'S256' },
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
      };
      return client.buildAuthorizationUrl(configuration, parameters).href;
    },

    async identityAt(returnedTo, { state, nonce, verifier }: SignInChecks) {
      const configuration = await configured();
      secret = await settings.secret();
      const checks = {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        idTokenExpected: true,
      };
      try {
        const tokens = await client.authorizationCodeGrant(configuration, returnedTo, checks);
        return identityOf(await claimsOf(configuration, tokens));
      } catch (error) {
        if (error instanceof client.AuthorizationResponseError) throw new SignInRefusedError(true, { cause: error });
        if (isUnfit(error)) throw new SignInRefusedError(false, { cause: error });
        throw new ProviderUnavailableError(`the issuer ${issuer.href} does not answer as it should`, { cause: error });
      }
    },
  };
};
