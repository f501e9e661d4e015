/** The receivers of examples/, told by a service of one machine, and by others who would like to be taken for it. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meetingBots } from '../../lib/client/index.ts';
import { type Service, startService } from '../../lib/demo/service.ts';
import { newWebhookSecret, signedHeaders } from '../../lib/webhooks/signature.ts';
import { aDataFolder } from '../lab/hosts/data-folder.ts';
import { anExample, aServingExample, compile, hasGo, hasPython } from './programs.ts';

const receivers = ['receiver.ts', ...(hasPython ? ['receiver.py'] : []), ...(hasGo ? ['receiver.go'] : [])];

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const [, sample = ''] = /```json\n(\{\n {2}"idempotency_key".*?)```/s.exec(page) ?? [];
const utterance = {
  idempotency_key: '1c0b7c4e-94d8-5f0b-8a5e-6b1b1a4a7f55',
  bot_id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRS',
  trigger: 'transcript.update',
  data: { speaker_name: 'Zoë', transcription: { transcript: 'Good morning.' } },
};

/** Of no bot. */
const lost = {
  idempotency_key: '2f1e6d0a-7b1c-5d3e-9a44-0c7d0e6f9b12',
  calendar_id: 'cal_01KJNWKZ00ABCDEFGHJKMNPQRS',
  trigger: 'calendar.state_change',
  data: { state: 'disconnected', connection_failure_data: null },
};

const held = new AsyncDisposableStack();
let service: Service;
beforeAll(async () => {
  if (hasGo) await compile('receiver.go');
  const folder = held.use(await aDataFolder());
  // At its start the service asks its Chromium for its version and no more: any program has one.
  service = held.use(
    await startService(folder.path, { environment: { ...process.env, CHROMIUM_PATH: process.execPath } }),
  );
});
afterAll(() => held.disposeAsync());

describe.each(receivers)('%s', (name) => {
  it('says what happens to a bot', async () => {
    const { base_url, api_key, room_url, webhook_secret } = service.ready;
    await using receiver = await aServingExample(name, { WEBHOOK_SECRET: webhook_secret });
    const join_at = new Date(Date.now() + 86_400_000).toISOString();
    const { id } = await meetingBots(base_url, api_key).createBot({
      body: {
        ...{ meeting_url: room_url, bot_name: 'Minutes', join_at },
        webhooks: [{ url: `${receiver.url}/bots`, triggers: ['bot.state_change'] }],
      },
    });
    await expect.poll(() => receiver.printed.slice(1)).toEqual([`${id} is scheduled`]);
  });

  it('takes what is signed once, by any of the secrets while they change, and nothing else', async () => {
    const [secret, older] = [newWebhookSecret(), newWebhookSecret()];
    await using receiver = await aServingExample(name, { WEBHOOK_SECRET: secret });
    const post = async (body: string, { at = new Date(), by = [secret], sent = body } = {}) => {
      const headers = signedHeaders(JSON.parse(body).idempotency_key, at, body, by);
      return (await fetch(receiver.url, { method: 'POST', headers, body: sent })).status;
    };
    expect(await post(sample)).toBe(204);
    expect(await post(sample, { at: new Date(Date.now() - 60_000), by: [older, secret] })).toBe(204);
    expect(await post(sample, { by: [older] })).toBe(401);
    expect(await post(sample, { sent: sample.replace('acme', 'evil') })).toBe(401);
    expect(await post(sample, { at: new Date(Date.now() - 10 * 60_000) })).toBe(401);
    expect((await fetch(receiver.url, { method: 'POST', body: sample })).status).toBe(401);
    expect(await post(JSON.stringify(lost))).toBe(204);
    expect(await post(JSON.stringify(utterance))).toBe(204);
    await expect
      .poll(() => receiver.printed.slice(1))
      .toEqual([`${utterance.bot_id} is ended`, `${utterance.bot_id} Zoë: Good morning.`]);
    await expect.poll(() => receiver.complaints().match(/refused: .* is WEBHOOK_SECRET that of/g)).toHaveLength(4);
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['the sample itself', 'whsec_…'],
  ])('says in a line what it needs where its secret is %s', async (_, secret) => {
    const { code, complained } = await anExample(name, { WEBHOOK_SECRET: secret, PORT: '0' }).over;
    expect([code, complained.trimEnd()]).toEqual([1, expect.stringMatching(/^.*set WEBHOOK_SECRET.*$/)]);
  });
});
