/** Access to somebody's calendar: its credentials opened, and an access token that is good for some minutes. */
import type { SyncFailure } from '../../domain/calendar/sync-failures.ts';
import type { SyncState } from '../../domain/calendar/sync-state.ts';
import { StaleError } from '../../domain/errors.ts';
import { NoAnswerError } from '../../net/ask-json.ts';
import type { AccessTokens } from '../../oauth/access-tokens.ts';
import { type CalendarPlatformClient, PlatformError } from '../../ports/calendar-platform.ts';
import { TokenEndpointUnavailableError, TokenRefusedError } from '../../ports/oauth.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { SealedCredentials } from '../../storage/calendar-item.ts';
import type { CalendarSyncRepository } from '../../storage/calendar-sync.ts';
import { type CalendarRepository, replacing } from '../../storage/calendars.ts';
import { openCalendarSecrets, sealCalendarSecrets } from './calendar-secrets.ts';

export interface OpenCalendarPorts {
  readonly calendars: Pick<CalendarRepository, 'credentials'>;
  readonly syncs: Pick<CalendarSyncRepository, 'writeWhile'>;
  readonly secretBox: SecretBox;
  readonly tokens: AccessTokens;
}

/** Which failure a refusal of a token endpoint is. */
const refusals: Readonly<Record<string, SyncFailure>> = {
  invalid_grant: 'invalid_grant',
  // The user, or an administrator, must agree once more.
  interaction_required: 'invalid_grant',
  consent_required: 'invalid_grant',
  invalid_client: 'invalid_client',
  unauthorized_client: 'invalid_client',
  deleted_client: 'invalid_client',
  invalid_scope: 'missing_scope',
  temporarily_unavailable: 'unavailable',
};

const asPlatformError = (error: unknown): unknown => {
  if (error instanceof NoAnswerError) return new PlatformError('unavailable', error.message, { cause: error });
  if (error instanceof TokenRefusedError) {
    return new PlatformError(refusals[error.error] ?? 'refused', error.message, { cause: error });
  }
  if (!(error instanceof TokenEndpointUnavailableError)) return error;
  const { status, retry_after_seconds } = error;
  return new PlatformError(status === 429 ? 'throttled' : 'unavailable', error.message, {
    retry_after_seconds,
    cause: error,
  });
};

const tokenKeyOf = ({ calendar_id, credentials_version }: SyncState): string => `${calendar_id} ${credentials_version}`;

export const createOpenCalendar = ({ calendars, syncs, secretBox, tokens }: OpenCalendarPorts) => {
  /** Stores a refresh token that has taken the place of another, before anything is done with what came beside it. */
  const store = async (state: SyncState, before: SealedCredentials, client_secret: string, refresh_token: string) => {
    const secrets_sealed = await sealCalendarSecrets(secretBox, state.project_id, { client_secret, refresh_token });
    await syncs.writeWhile(state, [replacing({ ...before, secrets_sealed }, before)]);
  };

  return {
    /**
     * An access token for the run of a calendar.
     * @throws PlatformError when the platform grants none
     * @throws StaleError when the run was overtaken
     */
    async accessToken(state: SyncState, client: Pick<CalendarPlatformClient, 'refresh'>): Promise<string> {
      const known = tokens.get(tokenKeyOf(state));
      if (known !== undefined) return known;
      const credentials = await calendars.credentials(state);
      if (!credentials) throw new StaleError(state.calendar_id);
      const { client_secret, refresh_token } = await openCalendarSecrets(secretBox, credentials);
      const app = { client_id: credentials.client_id, client_secret };
      const granted = await client.refresh(app, refresh_token).catch((error: unknown) => {
        throw asPlatformError(error);
      });
      const isRotated = granted.refresh_token !== undefined && granted.refresh_token !== refresh_token;
      if (isRotated) await store(state, credentials, client_secret, granted.refresh_token ?? '');
      return tokens.keep(tokenKeyOf(state), granted);
    },

    /** The platform has refused it. */
    forget: (state: SyncState): void => tokens.forget(tokenKeyOf(state)),
  };
};
export type OpenCalendar = ReturnType<typeof createOpenCalendar>;
