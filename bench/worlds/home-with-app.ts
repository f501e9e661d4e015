/** The service of one machine with an app at the conferencing platform, which a stand-in plays. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openHome } from '../../lib/demo/home.ts';
import { aConf } from '../../test/facsimiles/conf/conf.ts';
import { anApp } from '../../test/facsimiles/conf/people.ts';
import { aWebhookReceiver } from '../../test/lab/hosts/webhook-receiver.ts';

const webhookSecret = 'secret-token-of-webhooks';
const trigger = 'conf_oauth_connection.state_change';
const admin = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url));

/** The platform reaches the service, and somebody has subscribed to what is told of connections. */
export const aHomeWithApp = async () => {
  await using started = new AsyncDisposableStack();
  const webhook = { url: '', secret: webhookSecret };
  const app = { ...anApp(), webhook };
  const conf = started.use(await aConf({ apps: [app] }));
  const silent = () => undefined;
  const home = started.use(
    await openHome(silent, silent, { ZOOM_API_URL: `${conf.url}/v2`, ZOOM_OAUTH_URL: `${conf.url}/oauth` }),
  );
  const run = (input: string, ...args: string[]): string => {
    const command = [admin, '--data', home.data_dir, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', input });
    if (status !== 0) throw new Error(`admin ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const [id = ''] = /coa_\w+/.exec(run(`${app.client_secret}\n`, 'conf-apps', 'create', app.client_id)) ?? [];
  const [path = ''] =
    /\/hooks\/conf\/\S+/.exec(run(`${webhook.secret}\n`, 'conf-apps', 'set-webhook-secret', id)) ?? [];
  webhook.url = home.base_url + path;
  let hear: () => void = silent;
  const subscriber = started.use(
    await aWebhookReceiver((response) => {
      response.end();
      hear();
    }),
  );
  run('', 'webhooks', 'create', '--url', subscriber.url, '--trigger', trigger);
  const running = started.move();
  return {
    app,
    conf,
    client: home.client,
    sink: home.sink,
    data_dir: home.data_dir,
    /** Until the next webhook. */
    told: () =>
      new Promise<void>((resolve) => {
        hear = resolve;
      }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};
