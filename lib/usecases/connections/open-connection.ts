/** Access to the platform by a connection: an access token that is good for some minutes, renewed by one at a time. */
import { NotFoundError, StaleError } from '../../domain/errors.ts';
import { tokenTroubleOf } from '../../oauth/token-trouble.ts';
import type { Clock } from '../../ports/clock.ts';
import { ConferencingError, type ConferencingPlatform } from '../../ports/conferencing.ts';
import type { Tokens } from '../../ports/oauth.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Pause } from '../../process/pause.ts';
import { pauseAfter } from '../../process/retry.ts';
import type {
  ConnectionCredentials,
  ConnectionCredentialsRepository,
} from '../../storage/connections/connection-credentials.ts';
import type { ConnectionRepository } from '../../storage/connections/connections.ts';
import type { ConnectionRef } from '../../storage/keys.ts';
import type { OAuthAppRepository } from '../../storage/secrets/oauth-apps.ts';
import { clientOfApp, openTokens, sealTokens } from './connection-secrets.ts';

export interface OpenConnectionPorts {
  readonly connections: Pick<ConnectionRepository, 'get'>;
  readonly credentials: ConnectionCredentialsRepository;
  readonly apps: Pick<OAuthAppRepository, 'get'>;
  readonly platform: Pick<ConferencingPlatform, 'refresh'>;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly pause: Pause;
}

/** An access token, and which one of the connection's it is. */
export interface Access {
  readonly access_token: string;
  readonly generation: number;
}

/** A token that is good for less is not begun with. */
const leastMs = 5 * 60_000;
/** Longer than the platform may take to answer: see `refreshWithinMs`. */
const leaseMs = 10_000;
/** Whoever finds somebody else renewing looks again after so long, then less often, until that must be over. */
const lookAgain = { first_ms: 100, longest_ms: 1_600 };
const mostWaitMs = leaseMs + 2_000;

/** By when the platform must have answered who renews tokens, so that its answer is stored within the lease. */
export const refreshBounds = { begins_within_ms: 6_000, ends_within_ms: 2_000 };

const asConferencingError = (error: unknown): unknown => {
  const known = tokenTroubleOf(error);
  if (!known) return error;
  const { trouble, message, retry_after_seconds } = known;
  return new ConferencingError(trouble, message, { retry_after_seconds, cause: error });
};

/**
 * The platform replaces the refresh token with each use, and the old one is dead at once: so only who holds the lease uses
 * it, and what came is stored before anybody uses that. Whoever else needs a token meanwhile waits for it.
 */
export const createOpenConnection = (ports: OpenConnectionPorts) => {
  const { connections, credentials, apps, platform, secretBox, clock, pause } = ports;
  const now_ms = (): number => clock.now().getTime();

  const accessIn = async (known: ConnectionCredentials): Promise<Access> => {
    const { access_token } = await openTokens(secretBox, known);
    return { access_token, generation: known.generation };
  };

  /** Asks for new tokens. Undefined when the old ones are dead because somebody else has renewed them after all. */
  const granted = async (known: ConnectionCredentials, refresh_token: string): Promise<Tokens | undefined> => {
    const connection = await connections.get(known);
    const app = connection && (await apps.get(known.project_id, connection.oauth_app_id));
    if (!app) throw new ConferencingError('invalid_client', 'the OAuth app of the connection is gone');
    try {
      return await platform.refresh(await clientOfApp(secretBox, app), refresh_token);
    } catch (error) {
      const failure = asConferencingError(error);
      if (!(failure instanceof ConferencingError) || failure.trouble !== 'invalid_grant') throw failure;
      const now = await credentials.get(known);
      if (now && now.generation !== known.generation) return undefined;
      throw failure;
    }
  };

  /** Renews the tokens under a lease that is held. Undefined when somebody else was faster after all. */
  const renewed = async (known: ConnectionCredentials): Promise<Access | undefined> => {
    const { refresh_token } = await openTokens(secretBox, known);
    const tokens = await granted(known, refresh_token);
    if (!tokens) return undefined;
    const generation = known.generation + 1;
    await credentials.renew(
      await sealTokens(secretBox, known, tokens, { generation, at: clock.now(), before: refresh_token }),
    );
    return { access_token: tokens.access_token, generation };
  };

  const renew = async (known: ConnectionCredentials): Promise<Access | undefined> => {
    const until = new Date(now_ms() + leaseMs);
    if (!(await credentials.lease(known, until))) return undefined;
    try {
      return await renewed(known);
    } catch (error) {
      if (error instanceof StaleError) return undefined;
      await credentials.release(known, until);
      throw error;
    }
  };

  /**
   * An access token of a connection. `refused`: the generation of one that the platform does not take, though it should.
   * @throws ConferencingError when the platform grants none
   * @throws NotFoundError when nothing is granted any more
   */
  return async (ref: ConnectionRef, { refused }: { readonly refused?: number } = {}): Promise<Access> => {
    const began_ms = now_ms();
    for (let looks = 1; now_ms() - began_ms < mostWaitMs; looks += 1) {
      const known = await credentials.get(ref);
      if (!known) throw new NotFoundError('connection');
      const isGood = Date.parse(known.access_until) - now_ms() > leastMs && known.generation !== refused;
      if (isGood) return accessIn(known);
      const isLeased = known.lease_until !== null && Date.parse(known.lease_until) > now_ms();
      const access = isLeased ? undefined : await renew(known);
      if (access) return access;
      await pause(pauseAfter(looks, lookAgain));
    }
    throw new ConferencingError('unavailable', 'somebody else renews the tokens, and does not come to an end');
  };
};
export type OpenConnection = ReturnType<typeof createOpenConnection>;
