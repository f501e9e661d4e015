/** With which account a bot joins: one that no other bot is in a meeting with. */
import { isToJoin } from '../../domain/bot/capture-task.ts';
import { needsCapture } from '../../domain/bot/lifecycle.ts';
import { Login, type LoginAnswer, signsIn } from '../../domain/meeting/login.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CredentialsOrder } from '../../ports/join-credentials.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Table } from '../../ports/table.ts';
import { log } from '../../process/log.ts';
import { botRepository } from '../../storage/bots/bots.ts';
import { captureTaskRepository } from '../../storage/bots/capture-tasks.ts';
import { type Account, accountRepository } from '../../storage/secrets/accounts.ts';
import { ssoProfileRepository } from '../../storage/secrets/single-sign-on.ts';
import { accountStates } from './account-state.ts';
import { createSsoTickets } from './sso-tickets.ts';

export interface LoginsPorts {
  readonly table: Table;
  readonly secretBox: Pick<SecretBox, 'open'>;
  readonly clock: Clock;
}

/**
 * What the worker of a bot may be given, and nobody else: only while it is on its way to a meeting, or in it. A worker that
 * takes the place of another, or is to relieve it, gets the account that the bot has. The log names accounts, and nothing of
 * their logins.
 */
export const createLogins = ({ table, secretBox, clock }: LoginsPorts) => {
  const bots = botRepository(table);
  const tasks = captureTaskRepository(table);
  const accounts = accountRepository(table);
  const profiles = ssoProfileRepository(table);
  const issueTicket = createSsoTickets({ table, clock });
  const stateOf = accountStates(bots);

  /** A ticket for an account that signs in by single sign-on. */
  const admit = async ({ project_id, bot_id, attempt }: CredentialsOrder, account: Account): Promise<LoginAnswer> => {
    const { platform, name } = account;
    const profile = await profiles.find(project_id, platform);
    // Somebody is about to forget it.
    if (!profile) return { refused: 'accounts_signed_out' };
    return { sign_on: await issueTicket(project_id, profile, { platform, account: name, bot_id, attempt }) };
  };

  return async (order: CredentialsOrder): Promise<LoginAnswer> => {
    const { project_id, bot_id, attempt } = order;
    const ref = { project_id, bot_id };
    const [bot, task] = await Promise.all([bots.get(ref), tasks.get(ref)]);
    if (!bot || !needsCapture(bot.state) || !isToJoin(task, attempt) || !signsIn(bot.platform)) return {};
    const all = await accounts.list(project_id, bot.platform);
    if (all.length === 0) return {};
    const answer = async (account: Account): Promise<LoginAnswer> => {
      log.info('an account for a join', { bot_id, attempt, account: account.name });
      if (account.sealed === undefined) return admit(order, account);
      return { login: Login.parse(JSON.parse(await secretBox.open(project_id, account.sealed))) };
    };
    const own = all.find(({ used_by }) => used_by === bot_id);
    if (own) return answer(own);
    const states = await Promise.all(all.map((account) => stateOf(project_id, account)));
    for (const [at, account] of all.entries()) {
      if (states[at] === 'free' && (await accounts.take(project_id, account, bot_id))) return answer(account);
    }
    // One that somebody else took in this moment was free a moment ago.
    const refused = states.every((state) => state === 'signed_out') ? 'accounts_signed_out' : 'accounts_in_use';
    log.warn('no account for a join', { bot_id, attempt, reason: refused });
    return { refused };
  };
};
