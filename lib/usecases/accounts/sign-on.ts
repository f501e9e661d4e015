/** Answers a platform of meetings that asks, by way of a bot's browser, who the bot is. */
import type { AuditEntry } from '../../domain/access/audit.ts';
import { isToJoin } from '../../domain/bot/capture-task.ts';
import { needsCapture } from '../../domain/bot/lifecycle.ts';
import { InvalidTokenError, ValidationError } from '../../domain/errors.ts';
import { ownAddresses, ssoPath } from '../../domain/meeting/single-sign-on.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthnRequest, Saml } from '../../ports/saml.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Table } from '../../ports/table.ts';
import { auditRepository } from '../../storage/audit.ts';
import { botRepository } from '../../storage/bots/bots.ts';
import { captureTaskRepository } from '../../storage/bots/capture-tasks.ts';
import { accountRepository } from '../../storage/secrets/accounts.ts';
import {
  type SsoProfile,
  type SsoTicket,
  ssoProfileRepository,
  ssoTickets,
} from '../../storage/secrets/single-sign-on.ts';
import { sessionName } from '../../storage/sessions.ts';
import { accountStates } from './account-state.ts';

export interface SignOnPorts {
  readonly table: Table;
  readonly secretBox: Pick<SecretBox, 'open'>;
  readonly saml: Saml;
  readonly clock: Clock;
}

/** A browser posts it at once. */
const goodForMs = 3 * 60_000;

/** One sentence for all: nobody learns which tickets, bots or projects there are. */
const noTicket = (): InvalidTokenError =>
  new InvalidTokenError(
    'this page signs in bots that are on their way to a meeting, each once: there is nothing here for anybody else',
  );

/** @throws ValidationError for a request that is not from whom the operator has named, or not for us */
const checkRequest = (request: AuthnRequest, profile: SsoProfile, sign_in_page: string): void => {
  const { issuer, acs, destination } = request;
  const wrong = (what: string, expected: string): never => {
    throw new ValidationError({ SAMLRequest: [`${what} must be ${expected}, as was entered by accounts sso set`] });
  };
  if (issuer !== profile.issuer) wrong('its Issuer', profile.issuer);
  if (acs !== undefined && acs !== profile.acs) wrong('its AssertionConsumerServiceURL', profile.acs);
  if (destination !== undefined && destination !== sign_in_page) wrong('its Destination', sign_in_page);
};

export interface AskedToSignOn {
  readonly project_id: string;
  readonly ticket: string | undefined;
  /** As it came. */
  readonly request: string;
}

/**
 * Answers for whoever brings a ticket, once, while the bot is still to be in its meeting and has the account; an operator,
 * while no bot has it. The answer goes to the address that the operator has entered, whatever the request says. The audit
 * tells of each.
 */
export const createSignOn = ({ table, secretBox, saml, clock }: SignOnPorts) => {
  const bots = botRepository(table);
  const tasks = captureTaskRepository(table);
  const accounts = accountRepository(table);
  const profiles = ssoProfileRepository(table);
  const tickets = ssoTickets(table);
  const audit = auditRepository(table);
  const stateOf = accountStates(bots);

  /** Whether the account still is that bot's, by that worker; where it is for no bot, whether it is no bot's. */
  const isDue = async (project_id: string, { bot_id, attempt, platform, account }: SsoTicket): Promise<boolean> => {
    const all = await accounts.list(project_id, platform);
    const own = all.find(({ name, sealed }) => name === account && sealed === undefined);
    if (!own) return false;
    if (bot_id === undefined) return (await stateOf(project_id, own)) !== 'in_use';
    const ref = { project_id, bot_id };
    const [bot, task] = await Promise.all([bots.get(ref), tasks.get(ref)]);
    const isOfIts = attempt !== undefined && isToJoin(task, attempt);
    return bot !== undefined && needsCapture(bot.state) && isOfIts && own.used_by === bot_id;
  };

  /** @throws InvalidTokenError, ValidationError */
  return async ({ project_id, ticket: secret, request }: AskedToSignOn) => {
    const ticket = secret === undefined ? undefined : await tickets.find(project_id, secret);
    if (secret === undefined || !ticket) throw noTicket();
    const profile = await profiles.find(project_id, ticket.platform);
    if (!profile || !(await isDue(project_id, ticket))) throw noTicket();
    const asked = saml.readRequest(request);
    const { sign_in_page, entity_id } = ownAddresses(profile.base_url, project_id);
    checkRequest(asked, profile, sign_in_page);
    const private_key = await secretBox.open(project_id, profile.key.sealed);
    const at = clock.now();
    const entry: AuditEntry = {
      at: at.toISOString(),
      // Whoever sends bots, by a key or the dashboard, is a member.
      ...(ticket.bot_id === undefined
        ? ({ name: 'the operator', role: 'owner' } as const)
        : ({ name: ticket.bot_id, role: 'member' } as const)),
      session: sessionName(secret),
      act: `GET ${ssoPath}`,
      about: ticket.account,
    };
    if (!(await tickets.use(project_id, secret, audit.writeOf(project_id, entry)))) throw noTicket();
    const { acs, issuer: audience, key } = profile;
    const response = saml.respond(
      {
        ...{ in_response_to: asked.id, entity_id, audience, acs, name_id: ticket.account },
        ...{ at, until: new Date(at.getTime() + goodForMs) },
      },
      { private_key, certificate: key.certificate },
    );
    return { acs, response, bot_id: ticket.bot_id, account: ticket.account };
  };
};
