/** Bots of the service of one machine, each in a Chromium of its own, and the tokens that they join with. */
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { openHome } from '../../bin/admin/open-home.ts';
import { runAdmin } from '../../lib/admin/run.ts';
import { meetingBots } from '../../lib/client/index.ts';
import { startService } from '../../lib/demo/service.ts';
import { aConf } from '../facsimiles/conf/conf.ts';
import { anApp, aUser } from '../facsimiles/conf/people.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { filesHolding } from '../lab/hosts/files-of.ts';
import { aWebhookReceiver } from '../lab/hosts/webhook-receiver.ts';
import { mark, secret } from '../lab/secrets.ts';

const zak_token = secret('zak');

it('are fetched when a bot asks to be let in, from the client or by a connection, and are in no file and no output', async () => {
  await using folder = await aDataFolder();
  await using owner = await aWebhookReceiver((response) => response.end(JSON.stringify({ zak_token })));
  const app = anApp();
  const maya = aUser();
  await using conf = await aConf({ apps: [app], users: [maya] });
  const environment = { ...process.env, ZOOM_API_URL: `${conf.url}/v2`, ZOOM_OAUTH_URL: `${conf.url}/oauth` };
  await using service = await startService(folder.path, { environment });
  const said: string[] = [];
  for (const output of [service.process.stdout, service.process.stderr])
    output?.on('data', (text) => said.push(String(text)));
  const { base_url, api_key, room_url, webhook_secret } = service.ready;
  const client = meetingBots(base_url, api_key);
  await runAdmin(
    ['--data', folder.path, 'conf-apps', 'create', app.client_id],
    openHome,
    async () => app.client_secret,
  );
  await client.createConnection({
    body: {
      authorization_code: conf.authorise(maya),
      redirect_uri: app.redirect_uris[0] ?? '',
      is_onbehalf_token_supported: true,
    },
  });
  const asked = () => conf.asked.filter(({ path }) => path.endsWith('/token') && path.startsWith('/v2'));

  const common = { meeting_url: room_url, recording_settings: { format: 'none' as const } };
  const bots = await Promise.all([
    client.createBot({
      body: { ...common, bot_name: 'Asks', callback_settings: { conf_tokens_url: `${owner.url}/tokens` } },
    }),
    client.createBot({
      body: {
        ...common,
        bot_name: 'On behalf',
        conf_settings: { onbehalf_token: { conf_oauth_connection_user_id: maya.id } },
      },
    }),
    client.createBot({ body: { ...common, bot_name: 'Guest' } }),
  ]);
  const states = () =>
    Promise.all(bots.map(async ({ id }) => (await client.getBot({ path: { object_id: id } })).state));
  await expect.poll(states).toEqual(Array(3).fill('joined_recording'));

  const [request, ...more] = owner.received;
  expect(more).toEqual([]);
  expect(new Webhook(webhook_secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual({
    bot_id: bots[0].id,
    bot_metadata: {},
    callback_type: 'conf_tokens',
    meeting_url: room_url,
  });
  expect(asked().map(({ query }) => query.get('type'))).toEqual(['onbehalf']);

  for (const { id } of bots) await client.leaveBot({ path: { object_id: id } });
  await expect.poll(states).toEqual(Array(3).fill('ended'));
  await service[Symbol.asyncDispose]();
  expect(await filesHolding(folder.path, mark)).toEqual([]);
  expect(said.filter((text) => text.includes(mark))).toEqual([]);
});
