/** The commands for projects' apps at the conferencing platform. */
import { type Command, projectOption } from './command.ts';

export const oauthAppCommands: Readonly<Record<string, Command>> = {
  'conf-apps create': {
    summary: "enters a project's app at the conferencing platform; its secret is asked for, or read from the input",
    operands: ['CLIENT_ID'],
    options: projectOption,
    run: async ({ oauthApps }, given) => {
      const project = await given.project();
      const secret = await given.secret('The client secret of the app: ');
      return { item: await oauthApps.create(project, given.operands[0] ?? '', secret) };
    },
  },
  'conf-apps list': {
    summary: "lists a project's apps at the conferencing platform, without their secrets",
    options: projectOption,
    run: async ({ oauthApps }, given) => ({
      rows: await oauthApps.list(await given.project()),
      columns: ['id', 'client_id', 'created_at'],
    }),
  },
  'conf-apps delete': {
    summary: 'forgets an app at the conferencing platform',
    operands: ['APP_ID'],
    options: projectOption,
    run: async ({ oauthApps }, given) => {
      const [id = ''] = given.operands;
      await oauthApps.remove(await given.project(), id);
      return { done: `${id} is forgotten` };
    },
  },
};
