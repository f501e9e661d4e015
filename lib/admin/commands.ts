/** The commands for projects and keys, and the table of all. */
import { type Naming, namings } from '../domain/access/plain-names.ts';
import type { OnLook, ProjectLeft } from '../usecases/access/delete-project.ts';
import { accountCommands } from './account-commands.ts';
import { type Command, checkedName, type Given, type Option, projectOption, UsageError } from './command.ts';
import { credentialCommands } from './credential-commands.ts';
import { oauthAppCommands } from './oauth-app-commands.ts';
import { overlapOf, overlapOption } from './overlap.ts';
import { peopleCommands } from './people-commands.ts';
import { repairCommands } from './repair-commands.ts';
import { ssoCommands } from './sso-commands.ts';
import { webhookCommands } from './webhook-commands.ts';

const namesOption: Readonly<Record<string, Option>> = {
  names: { value: 'NAMES', help: `in which names it is answered: ${namings.join(' or ')}` },
};
/** @throws UsageError for another one */
const namesOf = (given: Given): Naming | undefined => {
  const asked = given.text('names');
  const names = namings.find((one) => one === asked);
  if (asked !== undefined && !names) throw new UsageError(`--names is ${namings.join(' or ')}`);
  return names;
};

const leftOf = ({ bots, farewells }: ProjectLeft): string =>
  `${bots} bots and ${farewells} calendars of it are not removed yet`;

/** Says how a deletion goes on, each time that there is something new to say. */
const progressOf = (tell: Given['tell']): OnLook => {
  let said: string | undefined;
  return (left) => {
    const isGone = left.bots + left.farewells === 0;
    const line = isGone
      ? 'nothing of it is left; what was just being made may come within half a minute: waiting'
      : `${leftOf(left)}: waiting`;
    if (line !== said) tell(line);
    said = line;
  };
};

export const commands: Readonly<Record<string, Command>> = {
  'projects create': {
    summary: 'makes a project; prints its first API key and its webhook secret, this once',
    operands: ['NAME'],
    options: namesOption,
    isNoted: true,
    run: async ({ projects }, given) => {
      const made = await projects.create(given.operands[0] ?? '', namesOf(given));
      given.isIn(made.project_id);
      return { item: made };
    },
  },
  'projects list': {
    summary: 'lists all projects',
    run: async ({ projects }) => ({ rows: await projects.list(), columns: ['id', 'name', 'names', 'created_at'] }),
  },
  'projects update': {
    summary: 'changes in which names a project is answered, and told of what happens',
    operands: ['PRJ'],
    options: namesOption,
    isNoted: true,
    run: async ({ projects }, given) => {
      const names = namesOf(given);
      if (!names) throw new UsageError('give --names: there is nothing to change');
      const [id = ''] = given.operands;
      given.isIn(id);
      await projects.setNames(id, names);
      return { done: `${id} is answered in ${names} names` };
    },
  },
  'projects rotate-secret': {
    summary: 'gives a new webhook secret, printed this once; the one before it goes on signing for a while',
    operands: ['PRJ'],
    options: overlapOption,
    isNoted: true,
    run: async ({ projects }, given) => {
      const [id = ''] = given.operands;
      const hours = overlapOf(given);
      given.isIn(id);
      return { item: await projects.rotateSecret(id, hours) };
    },
  },
  'projects show': {
    summary: 'shows a project',
    operands: ['PRJ'],
    run: async ({ projects }, { operands: [id = ''] }) => ({ item: await projects.show(id) }),
  },
  'projects delete': {
    summary:
      'deletes a project and all that is of it, for good; to be given again until it says that the project is deleted',
    operands: ['PRJ'],
    options: { confirm: { value: 'PRJ', help: 'its id once more: nothing of it can be brought back', isNeeded: true } },
    isNoted: true,
    run: async ({ projects }, given) => {
      const [id = ''] = given.operands;
      if (given.text('confirm') !== id) throw new UsageError(`say that you mean it: --confirm ${id}`);
      // Of one that there is not, nothing is to be noted.
      await projects.show(id);
      given.isIn(id);
      const left = await projects.delete(id, progressOf(given.tell));
      if (!left) return { done: `${id} is deleted` };
      throw new Error(`${id} opens nothing any more, and ${leftOf(left)}: give the command again in some minutes`);
    },
  },
  'keys create': {
    summary: 'makes an API key; prints it, this once',
    operands: ['NAME'],
    options: projectOption,
    isNoted: true,
    run: async ({ keys }, given) => {
      const name = checkedName(given.operands[0]);
      return { item: await keys.create(await given.project(), name) };
    },
  },
  'keys list': {
    summary: "lists a project's API keys, without their values",
    options: projectOption,
    run: async ({ keys }, given) => ({
      rows: await keys.list(await given.project()),
      columns: ['id', 'name', 'created_at', 'revoked_at'],
    }),
  },
  'keys revoke': {
    summary: 'makes an API key useless, from the next request on',
    operands: ['KEY_ID'],
    options: projectOption,
    isNoted: true,
    run: async ({ keys }, given) => {
      const [id = ''] = given.operands;
      await keys.revoke(await given.project(), id);
      return { done: `${id} is revoked` };
    },
  },
  ...peopleCommands,
  ...accountCommands,
  ...ssoCommands,
  ...credentialCommands,
  ...oauthAppCommands,
  ...webhookCommands,
  ...repairCommands,
};
