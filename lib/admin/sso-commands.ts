/** The commands for accounts that sign in by single sign-on, with this service as their identity provider. */
import type { SignedInPlatform } from '../domain/meeting/login.ts';
import { platformOf } from './account-commands.ts';
import { type Command, type Given, projectOption } from './command.ts';
import type { Services } from './services.ts';

interface Asked extends Pick<Services, 'singleSignOn'> {
  readonly base_url: string | undefined;
  /** Whose single sign-on it is about. */
  readonly of: readonly [project_id: string, platform: SignedInPlatform];
  /** What is named beside the platform. */
  readonly name: string;
  readonly given: Given;
}

/** All of them name a platform first, and are about what one project has there. */
const shows =
  (act: (asked: Asked) => Promise<object>): Command['run'] =>
  async ({ singleSignOn, base_url }, given) => {
    const [operand, name = ''] = given.operands;
    const platform = platformOf(operand);
    return { item: await act({ singleSignOn, base_url, of: [await given.project(), platform], name, given }) };
  };

export const ssoCommands: Readonly<Record<string, Command>> = {
  'accounts sso set': {
    summary:
      'makes this service the identity provider of a Workspace of your bots; prints what goes into its SSO profile',
    operands: ['PLATFORM', 'DOMAIN'],
    options: {
      ...projectOption,
      acs: { value: 'URL', help: 'the ACS URL that the SSO profile shows; without it, that of the legacy SSO profile' },
      issuer: {
        value: 'ENTITY_ID',
        help: 'the entity ID that the SSO profile shows; without it, that of the legacy SSO profile',
      },
      url: { value: 'URL', help: 'the https address of this service, where it is not known' },
    },
    isNoted: true,
    run: shows(({ singleSignOn, base_url, of: [project_id, platform], name: domain, given }) => {
      const [issuer, acs, url = base_url] = ['issuer', 'acs', 'url'].map(given.text);
      return singleSignOn.set(project_id, { platform, domain, issuer, acs, base_url: url });
    }),
  },
  'accounts sso show': {
    summary: 'shows what goes into the SSO profile of the Workspace',
    operands: ['PLATFORM'],
    options: projectOption,
    run: shows(({ singleSignOn, of }) => singleSignOn.show(...of)),
  },
  'accounts sso add': {
    summary: 'enters an account of the Workspace that bots join with',
    operands: ['PLATFORM', 'ADDRESS'],
    options: projectOption,
    isNoted: true,
    run: shows(({ singleSignOn, of, name }) => singleSignOn.add(...of, name)),
  },
  'accounts sso ticket': {
    summary: 'prints what one browser of your own signs in by, once, within five minutes: for the canary, as JSON',
    operands: ['PLATFORM', 'ADDRESS'],
    options: projectOption,
    isNoted: true,
    run: shows(({ singleSignOn, of, name }) => singleSignOn.ticket(...of, name)),
  },
  'accounts sso rotate': {
    summary: 'makes the key that is to follow, and prints its certificate; with --finish, changes to it',
    operands: ['PLATFORM'],
    options: {
      ...projectOption,
      finish: { help: 'signs with the new key from now on: a day after its certificate was uploaded' },
    },
    isNoted: true,
    run: shows(({ singleSignOn, of, given }) =>
      given.has('finish') ? singleSignOn.finishRotation(...of) : singleSignOn.rotate(...of),
    ),
  },
  'accounts sso remove': {
    summary: 'forgets the keys of single sign-on, and the accounts that sign in by it',
    operands: ['PLATFORM'],
    options: projectOption,
    isNoted: true,
    run: async ({ singleSignOn }, given) => {
      const platform = platformOf(given.operands[0]);
      await singleSignOn.remove(await given.project(), platform);
      return { done: `single sign-on at ${platform} is forgotten` };
    },
  },
};
