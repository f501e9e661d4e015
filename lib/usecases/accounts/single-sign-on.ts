/** The operator's settings of single sign-on: the keys by which this service vouches for accounts, to whom, and for which. */
import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import type { SignedInPlatform, SignOn } from '../../domain/meeting/login.ts';
import { accountAddress, ownAddresses, serviceProviderOf } from '../../domain/meeting/single-sign-on.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MakeSigningKey } from '../../ports/saml.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import type { Account, AccountRepository } from '../../storage/secrets/accounts.ts';
import type { SsoKey, SsoProfile, SsoProfileRepository } from '../../storage/secrets/single-sign-on.ts';
import { createGetProject } from '../access/get-project.ts';
import { accountStates } from './account-state.ts';
import type { IssueSsoTicket } from './sso-tickets.ts';

export interface SingleSignOnPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly profiles: SsoProfileRepository;
  readonly accounts: Pick<AccountRepository, 'list' | 'put' | 'remove'>;
  readonly secretBox: Pick<SecretBox, 'seal'>;
  readonly makeKey: MakeSigningKey;
  readonly bots: Pick<BotRepository, 'get'>;
  readonly issueTicket: IssueSsoTicket;
  readonly clock: Clock;
}

export interface SsoInput {
  readonly platform: SignedInPlatform;
  readonly domain: string;
  /** The address of this service, as browsers of bots reach it. */
  readonly base_url: string | undefined;
  readonly issuer?: string | undefined;
  readonly acs?: string | undefined;
}

/** What is entered in the platform's console, and what was entered of it here. */
export interface ShownProfile {
  readonly platform: SignedInPlatform;
  readonly domain: string;
  readonly entity_id: string;
  readonly sign_in_page: string;
  readonly acs: string;
  readonly issuer: string;
  readonly certificate: string;
  /** Known to the platform, or soon to be; nothing is signed with its key yet. */
  readonly next_certificate?: string;
}

const changedMeanwhile = (): ValidationError =>
  new ValidationError({ platform: ['was changed by somebody else in this moment: look at it, and try again'] });

/** @throws ValidationError for what no console takes */
const baseUrlOf = (given: string | undefined): string => {
  const url = given === undefined ? null : URL.parse(given);
  if (url?.protocol !== 'https:' || url.username || url.password || url.search || url.hash)
    throw new ValidationError({
      url: ['must be the https address of this service, as the browsers of bots reach it: Google takes no other one'],
    });
  return url.href.replace(/\/$/, '');
};

/** Each method rejects with a NotFoundError for a project that there is not, or that has not entered this yet. */
export const createSingleSignOn = (ports: SingleSignOnPorts) => {
  const { projects, profiles, accounts, secretBox, makeKey, bots, issueTicket, clock } = ports;
  const stateOf = accountStates(bots);
  const getProject = createGetProject({ projects });
  const found = async (projectId: string, platform: SignedInPlatform): Promise<SsoProfile> => {
    await getProject(projectId);
    const profile = await profiles.find(projectId, platform);
    if (!profile) throw new NotFoundError(`single sign-on of this project: accounts sso set ${platform} makes one`);
    return profile;
  };
  const newKey = async (projectId: string, base_url: string): Promise<SsoKey> => {
    const at = clock.now();
    const { private_key, certificate } = await makeKey(ownAddresses(base_url, projectId).entity_id, at);
    return { sealed: await secretBox.seal(projectId, private_key), certificate, made_at: at.toISOString() };
  };
  const put = async (projectId: string, profile: Omit<SsoProfile, 'version'>, before?: SsoProfile) => {
    if (!(await profiles.put(projectId, profile, before))) throw changedMeanwhile();
    return shown(projectId, profile);
  };
  const shown = (projectId: string, profile: Omit<SsoProfile, 'version'>): ShownProfile => {
    const { platform, domain, base_url, acs, issuer, key, next_key } = profile;
    return {
      ...{ platform, domain, ...ownAddresses(base_url, projectId), acs, issuer, certificate: key.certificate },
      ...(next_key && { next_certificate: next_key.certificate }),
    };
  };
  const ownAccounts = async (projectId: string, platform: SignedInPlatform): Promise<Account[]> =>
    (await accounts.list(projectId, platform)).filter(({ sealed }) => sealed === undefined);

  return {
    /**
     * Enters it, or changes what was entered; keys that there are stay.
     * @throws ValidationError for addresses that are not the platform's, and where this service has none by https
     */
    async set(projectId: string, input: SsoInput): Promise<ShownProfile> {
      const { platform, domain, issuer, acs } = input;
      await getProject(projectId);
      const provider = serviceProviderOf({ domain, ...(issuer && { issuer }), ...(acs && { acs }) });
      const base_url = baseUrlOf(input.base_url);
      const before = await profiles.find(projectId, platform);
      const strangers = before?.domain === provider.domain ? [] : await ownAccounts(projectId, platform);
      if (strangers[0])
        throw new ValidationError({ domain: [`is not that of ${strangers[0].name}: remove its accounts first`] });
      const keys = before
        ? { key: before.key, ...(before.next_key && { next_key: before.next_key }) }
        : { key: await newKey(projectId, base_url) };
      return put(projectId, { platform, ...provider, base_url, ...keys }, before);
    },

    show: async (projectId: string, platform: SignedInPlatform): Promise<ShownProfile> =>
      shown(projectId, await found(projectId, platform)),

    /**
     * An account that signs in by it from now on. One that was signed out is tried again.
     * @throws ValidationError for an address that is not of the domain, or of an account that was signed in by hand
     */
    async add(
      projectId: string,
      platform: SignedInPlatform,
      given: string,
    ): Promise<Pick<Account, 'platform' | 'name'>> {
      const { domain } = await found(projectId, platform);
      const name = accountAddress(given, domain);
      const held = (await accounts.list(projectId, platform)).find((one) => one.name === name);
      if (held?.sealed !== undefined)
        throw new ValidationError({ name: ['was signed in by hand: remove that account first'] });
      await accounts.put(projectId, { platform, name, signed_in_at: clock.now().toISOString() });
      return { platform, name };
    },

    /**
     * By which one browser of the operator's own may sign in, to see that all of it works.
     * @throws ValidationError for an account that there is not, or that a bot is in a meeting with
     */
    async ticket(projectId: string, platform: SignedInPlatform, given: string): Promise<SignOn> {
      const profile = await found(projectId, platform);
      const own = (await ownAccounts(projectId, platform)).find(({ name }) => name === given);
      if (!own)
        throw new ValidationError({
          name: ['is no account that signs in by single sign-on: accounts list tells them'],
        });
      if ((await stateOf(projectId, own)) === 'in_use')
        throw new ValidationError({ name: [`${own.used_by} is in a meeting with it: wait until it is out`] });
      return issueTicket(projectId, profile, { platform, account: own.name });
    },

    /** Makes the key that is to follow; the one that there is, if one was made already. Nothing is signed with it yet. */
    async rotate(projectId: string, platform: SignedInPlatform): Promise<ShownProfile> {
      const before = await found(projectId, platform);
      if (before.next_key) return shown(projectId, before);
      const { version: _, ...profile } = before;
      const next_key = await newKey(projectId, profile.base_url);
      return put(projectId, { ...profile, next_key }, before);
    },

    /**
     * Signs with the key that follows, from now on. The other one is gone.
     * @throws ValidationError where none was made
     */
    async finishRotation(projectId: string, platform: SignedInPlatform): Promise<ShownProfile> {
      const before = await found(projectId, platform);
      const { next_key: key, version: _, ...rest } = before;
      if (!key)
        throw new ValidationError({ finish: ['there is no key to change to: make one first, without --finish'] });
      return put(projectId, { ...rest, key }, before);
    },

    /** Forgets keys and accounts. Safe to repeat. */
    async remove(projectId: string, platform: SignedInPlatform): Promise<void> {
      await getProject(projectId);
      for (const { name } of await ownAccounts(projectId, platform)) await accounts.remove(projectId, platform, name);
      await profiles.remove(projectId, platform);
    },
  };
};
