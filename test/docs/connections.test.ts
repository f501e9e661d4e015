/**
 * The walk-through of docs/connections.md, line by line in a shell, and what the service of one machine makes of it: only the
 * maker is not the real one. What is secret in it is found nowhere but where it was given (promise 33 of checks.md).
 */
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startService } from '../../lib/demo/service.ts';
import { aConf } from '../facsimiles/conf/conf.ts';
import { deliver, deliveryOf } from '../facsimiles/conf/hooks.ts';
import { anApp, aUser } from '../facsimiles/conf/people.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { until } from '../lab/until.ts';

const page = readFileSync(new URL('../../docs/connections.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text);
const [entering = '', subscribing = '', connecting = '', reading = '', sending = ''] = blocks;
const [listing = '', showing = ''] = reading.split(/^(?=\s*curl )/m);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const admin = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url));

const canary = (name: string): string => `canary-${name}-7e41`;
const maya = aUser();

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

describe.skipIf(!hasCurl)('the walk-through of docs/connections.md', () => {
  it('connects a user, sends a bot on their behalf, and hears when they take the app away', async () => {
    await using folder = await aDataFolder();
    const data_dir = join(folder.path, 'data');
    const webhook = { url: '', secret: canary('webhook') };
    const app = { ...anApp({ client_secret: canary('client') }), webhook };
    await using conf = await aConf({ apps: [app] });
    // The service asks its Chromium for its version and no more: nobody joins anything today.
    const environment = {
      ...process.env,
      CHROMIUM_PATH: process.execPath,
      ZOOM_API_URL: `${conf.url}/v2`,
      ZOOM_OAUTH_URL: `${conf.url}/oauth`,
    };
    await using service = await startService(data_dir, { environment });
    const said: string[] = [];
    for (const output of [service.process.stdout, service.process.stderr])
      output?.on('data', (text) => said.push(String(text)));
    const { base_url, api_key } = service.ready;
    await writeFile(join(folder.path, 'secret.txt'), `${app.client_secret}\n`);
    await writeFile(join(folder.path, 'webhook-secret.txt'), `${webhook.secret}\n`);
    const run = async (lines: string, more: Readonly<Record<string, string>> = {}) => {
      // A shell elsewhere has no package.json beside it.
      const PATH = `${join(process.execPath, '..')}${delimiter}${process.env.PATH}`;
      const env = { ...process.env, PATH, BASE_URL: base_url, API_KEY: api_key, ...more };
      const command = lines.replace('npm run admin --', `node ${admin}`).replace('.data', data_dir);
      const { stdout } = await promisify(execFile)('sh', ['-ec', command], { cwd: folder.path, env });
      said.push(stdout);
      return stdout;
    };

    const [APP_ID = ''] = /coa_\w+/.exec(await run(entering, { CLIENT_ID: app.client_id })) ?? [];
    const [path = ''] = /\/hooks\/conf\/\S+/.exec(await run(subscribing, { APP_ID })) ?? [];
    webhook.url = base_url + path;
    expect(await conf.validate(app)).toBe(true);

    const code = conf.authorise(maya);
    const connected = JSON.parse(await run(connecting, { CODE: code, REDIRECT_URI: app.redirect_uris[0] ?? '' }));
    expect(connected).toMatchObject({ user_id: maya.id, state: 'connected', metadata: { user: 'maya' } });
    const show = async () => JSON.parse(await run(showing, { CONNECTION_ID: connected.id }));
    // It is looked at meanwhile: what one answer says of that, the next need not.
    const { id, user_id, created_at, state, metadata } = connected;
    expect(JSON.parse(await run(listing)).results).toMatchObject([{ id, user_id, created_at, state, metadata }]);
    expect(await show()).toMatchObject({ id, user_id, created_at, state, metadata });
    // The first look at it is made by itself.
    await until(
      () => conf.asked.filter(({ path }) => path.endsWith('/meetings')).length,
      (count) => count > 0,
    );

    const bot = JSON.parse(
      await run(sending, {
        MEETING_URL: 'https://example.zoom.us/j/97763643886',
        USER_ID: maya.id,
        JOIN_AT: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    );
    expect(bot).toMatchObject({ state: 'scheduled' });

    // Somebody else's word is not the platform's.
    const forged = deliveryOf(
      { ...app, webhook: { ...webhook, secret: 'guessed' } },
      { event: 'x', payload: {} },
      new Date(),
    );
    expect(await deliver(forged)).toMatchObject({ status: 401 });
    expect(await conf.removeApp(maya, app)).toMatchObject({ status: 200 });
    const ended = await until(show, ({ state }) => state === 'disconnected');
    expect(ended.connection_failure_data).toMatchObject({ error: 'access_revoked' });

    await service[Symbol.asyncDispose]();
    const granted = conf.secrets();
    expect(granted.length).toBeGreaterThan(2);
    const kept = filesIn(data_dir).map((file) => readFileSync(file, 'latin1'));
    for (const secret of [app.client_secret, webhook.secret, code, ...granted]) {
      for (const text of [...said, ...kept]) expect(text.includes(secret)).toBe(false);
    }
  });
});
