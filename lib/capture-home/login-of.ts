/** With which account a bot joins: asked for only where its project has some for the platform. */
import type { SessionPorts } from '../capture/session/ports.ts';
import { signsIn } from '../domain/meeting/login.ts';
import type { MeetingPlaces } from '../domain/meeting/meeting-url.ts';
import type { CredentialsOrder, JoinCredentialsSource } from '../ports/join-credentials.ts';
import type { AccountRepository } from '../storage/secrets/accounts.ts';

export interface LoginPorts extends Pick<MeetingPlaces, 'platforms_off'> {
  /** The worker sees that there are accounts, and can open the login of none. */
  readonly accounts: Pick<AccountRepository, 'list'>;
  readonly credentials: () => Pick<JoinCredentialsSource, 'login'>;
}

/**
 * A bot of a project without accounts joins as a guest, whether or not logins can be fetched. One whose platform was switched off
 * takes an account from nobody, and waits for none: it will not get so far as to join.
 */
export const loginOf =
  ({ accounts, credentials, platforms_off }: LoginPorts, order: CredentialsOrder): NonNullable<SessionPorts['login']> =>
  async ({ platform }) => {
    if (!signsIn(platform) || platforms_off.includes(platform)) return {};
    const own = await accounts.list(order.project_id, platform);
    return own.length > 0 ? credentials().login(order) : {};
  };
