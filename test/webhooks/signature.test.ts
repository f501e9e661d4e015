import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, signedHeaders } from '../../lib/webhooks/signature.ts';

const id = '0b3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a11';
const body = JSON.stringify({ text: 'Zoë said “hi” 🤖' });

describe('the signature of a webhook', () => {
  it('is accepted by the official library', () => {
    const secret = newWebhookSecret();
    const headers = signedHeaders(id, new Date(), body, [secret]);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });
  it('is what the official library would have signed', () => {
    const secret = newWebhookSecret();
    const at = new Date('2026-03-02T09:00:00.999Z');
    expect(signedHeaders(id, at, body, [secret])).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1772442000',
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    });
  });
  it('is accepted by the holder of the old and of the new secret while both are valid', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const headers = signedHeaders(id, new Date(), body, secrets);
    for (const secret of secrets) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  });
  it.each([
    ['another secret', body, newWebhookSecret()],
    ['another body', `${body} `, undefined],
  ])('is refused with %s', (_, received, wrong) => {
    const secret = newWebhookSecret();
    const headers = signedHeaders(id, new Date(), body, [secret]);
    expect(() => new Webhook(wrong ?? secret).verify(received, headers)).toThrow();
  });
});
