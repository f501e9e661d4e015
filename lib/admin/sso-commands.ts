/** The commands for accounts that sign in by single sign-on, with this service as their identity provider. */
import { platformOf } from './account-commands.ts';
import { type Command, type Given, projectOption } from './command.ts';

const named = async (given: Given) => {
  const [platform, ...others] = given.operands;
  return { platform: platformOf(platform), project: await given.project(), others };
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
    run: async ({ singleSignOn, base_url }, given) => {
      const { platform, project, others } = await named(given);
      const [domain = ''] = others;
      const [issuer, acs] = [given.text('issuer'), given.text('acs')];
      const input = { platform, domain, issuer, acs, base_url: given.text('url') ?? base_url };
      return { item: await singleSignOn.set(project, input) };
    },
  },
  'accounts sso show': {
    summary: 'shows what goes into the SSO profile of the Workspace',
    operands: ['PLATFORM'],
    options: projectOption,
    run: async ({ singleSignOn }, given) => {
      const { platform, project } = await named(given);
      return { item: await singleSignOn.show(project, platform) };
    },
  },
  'accounts sso add': {
    summary: 'enters an account of the Workspace that bots join with',
    operands: ['PLATFORM', 'ADDRESS'],
    options: projectOption,
    run: async ({ singleSignOn }, given) => {
      const { platform, project, others } = await named(given);
      return { item: await singleSignOn.add(project, platform, others[0] ?? '') };
    },
  },
  'accounts sso rotate': {
    summary: 'makes the key that is to follow, and prints its certificate; with --finish, changes to it',
    operands: ['PLATFORM'],
    options: {
      ...projectOption,
      finish: { help: 'signs with the new key from now on: a day after its certificate was uploaded' },
    },
    run: async ({ singleSignOn }, given) => {
      const { platform, project } = await named(given);
      const { rotate, finishRotation } = singleSignOn;
      return { item: await (given.has('finish') ? finishRotation : rotate)(project, platform) };
    },
  },
  'accounts sso remove': {
    summary: 'forgets the keys of single sign-on, and the accounts that sign in by it',
    operands: ['PLATFORM'],
    options: projectOption,
    run: async ({ singleSignOn }, given) => {
      const { platform, project } = await named(given);
      await singleSignOn.remove(project, platform);
      return { done: `single sign-on at ${platform} is forgotten` };
    },
  },
};
