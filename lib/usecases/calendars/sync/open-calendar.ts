/** Access to somebody's calendar: its credentials opened, and an access token that is good for some minutes. */
import type { SyncState } from '../../../domain/calendar/sync-state.ts';
import { StaleError } from '../../../domain/errors.ts';
import type { AccessTokens } from '../../../oauth/access-tokens.ts';
import { tokenTroubleOf } from '../../../oauth/token-trouble.ts';
import { type CalendarPlatformClient, PlatformError } from '../../../ports/calendar-platform.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SecretBox } from '../../../ports/secret-box.ts';
import type { SealedCredentials } from '../../../storage/calendars/calendar-item.ts';
import type { CalendarRepository } from '../../../storage/calendars/calendars.ts';
import { type CalendarSecrets, openCalendarSecrets, sealCalendarSecrets } from '../calendar-secrets.ts';

export interface OpenCalendarPorts {
  readonly calendars: Pick<CalendarRepository, 'credentials' | 'renewCredentials'>;
  readonly secretBox: SecretBox;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
}

/**
 * Where old refresh tokens stay good, a new one is stored only so long after the last one: half of what the shortest of
 * them live (24 hours, https://learn.microsoft.com/entra/identity-platform/refresh-tokens).
 */
const renewedEachMs = 12 * 3_600_000;

type UsableCredentials = Pick<SealedCredentials, 'project_id' | 'client_id' | 'secrets_sealed'>;

const asPlatformError = (error: unknown): unknown => {
  const known = tokenTroubleOf(error);
  if (!known) return error;
  const { trouble, message, retry_after_seconds } = known;
  return new PlatformError(trouble, message, { retry_after_seconds, cause: error });
};

const tokenKeyOf = ({ calendar_id, credentials_version }: SyncState): string => `${calendar_id} ${credentials_version}`;

export const createOpenCalendar = ({ calendars, secretBox, tokens, clock }: OpenCalendarPorts) => {
  const isOld = ({ granted_at }: SealedCredentials, now: Date): boolean =>
    granted_at === null || now.getTime() - Date.parse(granted_at) >= renewedEachMs;

  /** Stores a refresh token that was granted in the place of another, before anything is done with what came beside it. */
  const store = async (before: SealedCredentials, secrets: CalendarSecrets, now: Date): Promise<boolean> => {
    const secrets_sealed = await sealCalendarSecrets(secretBox, before.project_id, secrets);
    return calendars.renewCredentials({ ...before, secrets_sealed, granted_at: now.toISOString() }, before);
  };

  const stored = async (state: SyncState): Promise<SealedCredentials> => {
    const credentials = await calendars.credentials(state);
    if (!credentials) throw new StaleError(state.calendar_id);
    return credentials;
  };

  const refresh = async (credentials: UsableCredentials, client: Pick<CalendarPlatformClient, 'refresh'>) => {
    const secrets = await openCalendarSecrets(secretBox, credentials);
    const app = { client_id: credentials.client_id, client_secret: secrets.client_secret };
    const granted = await client.refresh(app, secrets.refresh_token).catch((error: unknown) => {
      throw asPlatformError(error);
    });
    return { secrets, granted };
  };

  /** By what is stored: should the platform take that no more, because somebody else has renewed it meanwhile, by that. */
  const refreshStored = async (state: SyncState, client: Pick<CalendarPlatformClient, 'refresh'>) => {
    const credentials = await stored(state);
    try {
      return { credentials, ...(await refresh(credentials, client)) };
    } catch (error) {
      if (!(error instanceof PlatformError) || error.trouble !== 'invalid_grant') throw error;
      const now = await stored(state);
      if (now.secrets_sealed === credentials.secrets_sealed) throw error;
      return { credentials: now, ...(await refresh(now, client)) };
    }
  };

  return {
    /**
     * An access token for the run of a calendar.
     * @throws PlatformError when the platform grants none
     * @throws StaleError when there are other credentials by now, or none
     */
    async accessToken(
      state: SyncState,
      client: Pick<CalendarPlatformClient, 'refresh' | 'keepsOldTokens'>,
    ): Promise<string> {
      const known = tokens.get(tokenKeyOf(state));
      if (known !== undefined) return known;
      const { credentials, secrets, granted } = await refreshStored(state, client);
      const { refresh_token = secrets.refresh_token } = granted;
      const now = clock.now();
      const isNew = refresh_token !== secrets.refresh_token;
      if (isNew && (!client.keepsOldTokens || isOld(credentials, now))) {
        const isStored = await store(credentials, { ...secrets, refresh_token }, now);
        // Where old ones stay good nothing is lost by whoever was first.
        if (!isStored && !client.keepsOldTokens) throw new StaleError(state.calendar_id);
      }
      return tokens.keep(tokenKeyOf(state), granted);
    },

    /** An access token by credentials that are used for the last time. @throws PlatformError when the platform grants none */
    async accessOnce(credentials: UsableCredentials, client: Pick<CalendarPlatformClient, 'refresh'>): Promise<string> {
      return (await refresh(credentials, client)).granted.access_token;
    },

    /** The platform has refused it. */
    forget: (state: SyncState): void => tokens.forget(tokenKeyOf(state)),
  };
};
export type OpenCalendar = ReturnType<typeof createOpenCalendar>;
