/** The commands for projects and keys, and the table of all. */
import { type Command, projectOption } from './command.ts';
import { credentialCommands } from './credential-commands.ts';
import { webhookCommands } from './webhook-commands.ts';

export const commands: Readonly<Record<string, Command>> = {
  'projects create': {
    summary: 'makes a project; prints its first API key and its webhook secret, this once',
    operands: ['NAME'],
    run: async ({ projects }, { operands: [name = ''] }) => ({ item: await projects.create(name) }),
  },
  'projects list': {
    summary: 'lists all projects',
    run: async ({ projects }) => ({ rows: await projects.list(), columns: ['id', 'name', 'created_at'] }),
  },
  'projects show': {
    summary: 'shows a project',
    operands: ['PRJ'],
    run: async ({ projects }, { operands: [id = ''] }) => ({ item: await projects.show(id) }),
  },
  'keys create': {
    summary: 'makes an API key; prints it, this once',
    operands: ['NAME'],
    options: projectOption,
    run: async ({ keys }, given) => ({ item: await keys.create(await given.project(), given.operands[0] ?? '') }),
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
    run: async ({ keys }, given) => {
      const [id = ''] = given.operands;
      await keys.revoke(await given.project(), id);
      return { done: `${id} is revoked` };
    },
  },
  ...credentialCommands,
  ...webhookCommands,
};
