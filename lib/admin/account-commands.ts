/** The commands for accounts with which bots join meetings. */
import { type SignedInPlatform, signedInPlatforms } from '../domain/meeting/login.ts';
import { type Command, projectOption, UsageError } from './command.ts';

export const platformOf = (given: string | undefined): SignedInPlatform => {
  const platform = signedInPlatforms.find((one) => one === given);
  if (!platform) throw new UsageError(`bots join with accounts at ${signedInPlatforms.join(', ')} only`);
  return platform;
};

export const accountCommands: Readonly<Record<string, Command>> = {
  'accounts set': {
    summary:
      'enters an account that bots join with: its login is read from the input, as the canary or Playwright keeps it',
    operands: ['PLATFORM', 'NAME'],
    options: projectOption,
    isNoted: true,
    run: async ({ accounts }, given) => {
      const [platform, name = ''] = given.operands;
      const of = platformOf(platform);
      const project = await given.project();
      return { item: await accounts.set(project, of, name, await given.secret('The login, as JSON: ')) };
    },
  },
  'accounts list': {
    summary: 'lists the accounts that bots join with, and whether they are free, in use, or signed out',
    options: projectOption,
    run: async ({ accounts }, given) => ({
      rows: await accounts.list(await given.project()),
      columns: ['platform', 'name', 'by', 'state', 'signed_in_at', 'used_by'],
    }),
  },
  'accounts remove': {
    summary: 'forgets an account; where it was the last of its platform, bots join as guests again',
    operands: ['PLATFORM', 'NAME'],
    options: projectOption,
    isNoted: true,
    run: async ({ accounts }, given) => {
      const [platform, name = ''] = given.operands;
      await accounts.remove(await given.project(), platformOf(platform), name);
      return { done: `${name} is forgotten` };
    },
  },
};
