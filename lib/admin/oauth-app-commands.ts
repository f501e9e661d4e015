/** The commands for projects' apps at the conferencing platform. */
import { hookRoutes } from '../api/hook-routes.ts';
import { type Command, projectOption } from './command.ts';

export const oauthAppCommands: Readonly<Record<string, Command>> = {
  'conf-apps create': {
    summary: "enters a project's app at the conferencing platform; its secret is asked for, or read from the input",
    operands: ['CLIENT_ID'],
    options: projectOption,
    isNoted: true,
    run: async ({ oauthApps }, given) => {
      const project = await given.project();
      const client_secret = await given.secret('The client secret of the app: ');
      return { item: await oauthApps.create(project, given.operands[0] ?? '', { client_secret }) };
    },
  },
  'conf-apps list': {
    summary: "lists a project's apps at the conferencing platform, without their secrets",
    options: projectOption,
    run: async ({ oauthApps }, given) => ({
      rows: await oauthApps.list(await given.project()),
      columns: ['id', 'client_id', 'has_webhook_secret', 'created_at'],
    }),
  },
  'conf-apps set-secret': {
    summary: "enters an app's new secret, which is asked for, or read from the input; its connections go on with it",
    operands: ['APP_ID'],
    options: projectOption,
    isNoted: true,
    run: async ({ oauthApps }, given) => {
      const [id = ''] = given.operands;
      const project = await given.project();
      const client_secret = await given.secret('The new client secret of the app: ');
      await oauthApps.setSecrets(project, id, { client_secret });
      return { done: `${id} has another secret from now on` };
    },
  },
  'conf-apps set-webhook-secret': {
    summary: "enters an app's secret token of webhooks, which is asked for, or read from the input",
    operands: ['APP_ID'],
    options: projectOption,
    isNoted: true,
    run: async ({ oauthApps }, given) => {
      const [id = ''] = given.operands;
      const project = await given.project();
      const webhook_secret = await given.secret('The secret token of its webhooks: ');
      await oauthApps.setSecrets(project, id, { webhook_secret });
      const path = hookRoutes.conf.replace('{oauth_app_id}', id);
      return {
        done: `give the platform the address of this service with ${path} as the app's event notification endpoint`,
      };
    },
  },
  'conf-apps delete': {
    summary: 'forgets an app at the conferencing platform that has no connections',
    operands: ['APP_ID'],
    options: projectOption,
    isNoted: true,
    run: async ({ oauthApps }, given) => {
      const [id = ''] = given.operands;
      await oauthApps.remove(await given.project(), id);
      return { done: `${id} is forgotten` };
    },
  },
};
