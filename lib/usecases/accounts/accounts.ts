import { ValidationError } from '../../domain/errors.ts';
import { jsonIn } from '../../domain/json.ts';
import { Login, type SignedInPlatform } from '../../domain/meeting/login.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import type { Account, AccountRepository } from '../../storage/secrets/accounts.ts';
import { createGetProject } from '../access/get-project.ts';
import { type AccountState, accountStates } from './account-state.ts';

export interface AccountsPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly accounts: AccountRepository;
  readonly bots: Pick<BotRepository, 'get'>;
  readonly secretBox: Pick<SecretBox, 'seal'>;
  readonly clock: Clock;
}

/** An account as it may be shown: nothing of its login. */
export interface ShownAccount extends Omit<Account, 'sealed' | 'version'> {
  readonly state: AccountState;
  /** How it signs in: with the login that somebody has entered, or by single sign-on. */
  readonly by: 'login' | 'sso';
}

const aName = /^[^\p{C}]{1,200}$/u;
/** An item of the table holds it. */
const mostBytes = 200_000;

/** @throws ValidationError for what is not what a browser kept of somebody who is signed in */
const loginOf = (given: string): string => {
  const said = jsonIn(given);
  if (said === undefined)
    throw new ValidationError({ login: ['is not JSON: give what Playwright writes as a storage state'] });
  const parsed = Login.safeParse(said);
  if (parsed.error) {
    const [issue] = parsed.error.issues;
    throw new ValidationError({ [['login', ...(issue?.path ?? [])].join('.')]: [issue?.message ?? 'is not a login'] });
  }
  const login = JSON.stringify(parsed.data);
  if (Buffer.byteLength(login) > mostBytes)
    throw new ValidationError({ login: [`is longer than ${mostBytes} bytes: keep the cookies of the platform only`] });
  return login;
};

/** The accounts of a project. Each method rejects with a NotFoundError for a project that there is not. */
export const createAccounts = ({ projects, accounts, bots, secretBox, clock }: AccountsPorts) => {
  const getProject = createGetProject({ projects });
  const stateOf = accountStates(bots);
  const shown = async (projectId: string, account: Account): Promise<ShownAccount> => {
    const { sealed, version: _, ...rest } = account;
    return { ...rest, by: sealed === undefined ? 'sso' : 'login', state: await stateOf(projectId, account) };
  };

  return {
    /**
     * Keeps what a browser holds of somebody who is signed in, in place of what was kept of that account before.
     * @throws ValidationError for what is no login
     */
    async set(projectId: string, platform: SignedInPlatform, name: string, given: string): Promise<ShownAccount> {
      await getProject(projectId);
      if (!aName.test(name))
        throw new ValidationError({ name: ['must be 1 to 200 characters, such as a mail address'] });
      const sealed = await secretBox.seal(projectId, loginOf(given));
      const login = { platform, name, sealed, signed_in_at: clock.now().toISOString() };
      return shown(projectId, await accounts.put(projectId, login));
    },

    async list(projectId: string): Promise<ShownAccount[]> {
      await getProject(projectId);
      return Promise.all((await accounts.list(projectId)).map((account) => shown(projectId, account)));
    },

    /** A bot that has it stays in its meeting. Safe to repeat. */
    async remove(projectId: string, platform: SignedInPlatform, name: string): Promise<void> {
      await getProject(projectId);
      await accounts.remove(projectId, platform, name);
    },
  };
};
