import { describe, expect, it } from 'vitest';
import { askClient } from '../../lib/net/client-json.ts';
import { forbiddenAddresses, forbiddenUrls } from '../lab/fixtures/address-corpus.ts';
import { aWebhookReceiver } from '../lab/hosts/webhook-receiver.ts';

const bounds = { answers_within_ms: 60_000, most_bytes: 1_000 };
const question = { headers: { 'content-type': 'application/json' }, body: '{}' };
const addresses = Object.entries(forbiddenUrls).flatMap(([reason, urls]) => urls.map((url) => [url, reason] as const));

describe('a question to the server of a client', () => {
  it('is answered with what its JSON says', async () => {
    await using server = await aWebhookReceiver((response) => response.end('{"a":[1]}'));
    const ask = askClient({ ...bounds, allow_loopback: true });
    expect(await ask({ ...question, url: `${server.url}/x` })).toEqual({ a: [1] });
    expect(server.received).toMatchObject([{ method: 'POST', path: '/x', body: '{}', headers: question.headers }]);
  });

  it('is not put to addresses that are not public, however they are written', async () => {
    expect(addresses.length + forbiddenAddresses.length).toBeGreaterThanOrEqual(150);
    const ask = askClient({ ...bounds, resolve: () => Promise.reject(new Error('nobody is asked')) });
    for (const [url, reason] of addresses) {
      await expect(ask({ ...question, url })).rejects.toMatchObject({ message: reason, may_pass: false });
    }
  });

  it('is not put to names that lead to such addresses', async () => {
    for (const address of forbiddenAddresses) {
      const ask = askClient({ ...bounds, resolve: async () => ['8.8.8.8', address] });
      const asked = ask({ ...question, url: 'https://tokens.example.com/' });
      await expect(asked).rejects.toMatchObject({
        message: 'tokens.example.com does not lead to the public internet',
        may_pass: false,
      });
    }
  });
});
