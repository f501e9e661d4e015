/** Standard Webhooks 1.0: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { Naming } from '../domain/access/plain-names.ts';
import { recent } from '../process/recent.ts';

const secretPrefix = 'whsec_';

/** A new signing secret: 32 random bytes, as the specification writes them. */
export const newWebhookSecret = (): string => secretPrefix + randomBytes(32).toString('base64');

/**
 * A secret as its owner is given it. Programs that speak in plain names take all of it for base 64; libraries of the
 * specification take it with its prefix and without.
 */
export const secretAsShown = (secret: string, names: Naming): string =>
  names === 'plain' ? secret.slice(secretPrefix.length) : secret;

const mostKeys = 1000;
/** To make a key of a secret takes several times as long as to sign with it. */
const keyOf = recent(mostKeys, (secret) => createSecretKey(secret.slice(secretPrefix.length), 'base64'));

const hmac = (secret: string, signed: string): string =>
  createHmac('sha256', keyOf(secret)).update(signed).digest('base64');

const signatureOf = (secret: string, signed: string): string => `v1,${hmac(secret, signed)}`;

const inCodePoints = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** JSON without blanks, and with the members of every object in the order of their names. */
const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(inCodePoints);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
};

/**
 * The header by which programs that speak in plain names know a webhook as ours: of what the body says, however it is
 * written (https://docs.attendee.dev/guides/webhooks). They know one secret, so it is of the newest alone.
 */
export const plainSignature = (body: string, [newest = '']: readonly string[]): Readonly<Record<string, string>> => ({
  'x-webhook-signature': hmac(newest, canonicalJson(JSON.parse(body))),
});

export interface SignedHeaders extends Readonly<Record<string, string>> {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** The headers that prove a body to be ours, sent at a moment. With several secrets it proves itself to a holder of any. */
export const signedHeaders = (id: string, at: Date, body: string, secrets: readonly string[]): SignedHeaders => {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' '),
  };
};
