import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, plainSignature, secretAsShown, signedHeaders } from '../../lib/webhooks/signature.ts';

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

describe('the second signature of a webhook, for programs that speak in plain names', () => {
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
  // Made with Python: base64(hmac(b64decode(secret), dumps(body, sort_keys=True, ensure_ascii=False, separators=(',', ':')), sha256)).
  it.each([
    ['{"b": 1, "a": [1, 2.5, {"d": null, "c": true}]}', 'FL8HUrVRhWIP2RRe+ciGQU7xV2e8JLjeQIDOVFNkjBI='],
    [
      '{"text":"Zoë said “hi” 🤖\\n","Zoë":"\\u0001","10":1,"9":2,"\\ufffe":0,"😀":0}',
      'DPHE3/HofdTZkPyI8ZsisZVAeb/n7qDEKXe81x1Mzbw=',
    ],
  ])('is of what the body says, however it is written: %s', (body, expected) => {
    expect(plainSignature(body, [secret])).toEqual({ 'x-webhook-signature': expected });
    expect(plainSignature(JSON.stringify(JSON.parse(body), null, 2), [secret, newWebhookSecret()])).toEqual({
      'x-webhook-signature': expected,
    });
  });

  it('is made with a secret that is shown to them without its prefix', () => {
    expect(secretAsShown(secret, 'plain')).toBe('AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
    expect(secretAsShown(secret, 'neutral')).toBe(secret);
    const headers = signedHeaders(id, new Date(), body, [secret]);
    expect(() => new Webhook(secretAsShown(secret, 'plain')).verify(body, headers)).not.toThrow();
  });
});
