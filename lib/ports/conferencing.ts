/** The conferencing platform's own interface for programs, as far as connections and tokens for joining go. */
import type { ConnectionTrouble } from '../domain/connection/connection-failures.ts';
import type { OAuthClient, Tokens } from './oauth.ts';

/** Somebody at the platform. */
export interface PlatformUser {
  readonly user_id: string;
  readonly account_id: string;
  readonly is_active: boolean;
  /** The number of the meeting that is always theirs, where they have one. */
  readonly personal_meeting: string | undefined;
}

export interface MeetingPage {
  /** Their numbers. */
  readonly meetings: readonly string[];
  /** Leads to the next page. */
  readonly next: string | undefined;
}

/** The methods of tokens fail as token endpoints do; the others with a ConferencingError. */
export interface ConferencingPlatform {
  /** @throws TokenRefusedError, TokenEndpointUnavailableError, NoAnswerError */
  exchange(client: OAuthClient, code: string, redirectUri: string): Promise<Tokens>;
  /** Ends the refresh token, which another takes the place of. @throws as `exchange` */
  refresh(client: OAuthClient, refreshToken: string): Promise<Tokens>;
  /**
   * Ends all that was granted with an access token.
   * @throws TokenRefusedError, TokenEndpointUnavailableError, NoAnswerError
   */
  revoke(client: OAuthClient, token: string): Promise<void>;
  /** Whose token it is. */
  user(accessToken: string): Promise<PlatformUser>;
  /** A page of the meetings that the user has planned: the first one, or the one that another led to. */
  meetings(accessToken: string, page: string | undefined): Promise<MeetingPage>;
  /** Lets who joins with it record a meeting of the user's. Good for two minutes. */
  localRecordingToken(accessToken: string, meeting: string): Promise<string>;
  /** Lets somebody join on behalf of the user, who must be in the meeting. Good for one join. */
  onbehalfToken(accessToken: string, meeting: string | undefined): Promise<string>;
}

/** `not_found`: there is no such meeting, or it is not the user's. */
export type ConferencingTrouble = ConnectionTrouble | 'access_refused' | 'not_found';

/** The platform refuses, or does not answer. The message names its word for it, and holds no secret. */
export class ConferencingError extends Error {
  override readonly name = 'ConferencingError';
  readonly trouble: ConferencingTrouble;
  readonly retry_after_seconds: number | undefined;
  constructor(
    trouble: ConferencingTrouble,
    message: string,
    { retry_after_seconds, ...options }: ErrorOptions & { readonly retry_after_seconds?: number | undefined } = {},
  ) {
    super(message, options);
    this.trouble = trouble;
    this.retry_after_seconds = retry_after_seconds;
  }
}
