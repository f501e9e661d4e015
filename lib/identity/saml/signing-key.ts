/**
 * Makes a key, and the certificate in which platforms want to be told of it: one that nobody but itself has signed, for
 * whoever gets it from the operator knows whose it is. Node reads certificates and makes none, so it is written down here, in
 * the few kinds of values that one takes (https://www.rfc-editor.org/rfc/rfc5280#section-4.1).
 */
import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { MakeSigningKey } from '../../ports/saml.ts';

/** An operator changes it when they want to: no date is to stop bots one night. */
const validForYears = 10;

/** A value of DER: its kind, its length, what it holds. */
const der = (kind: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length.toString(16);
  const bytes = Buffer.from(size.padStart(size.length + (size.length % 2), '0'), 'hex');
  const length = content.length < 128 ? bytes : Buffer.from([0x80 + bytes.length, ...bytes]);
  return Buffer.concat([Buffer.from([kind]), length, content]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
/** Until 2049 with two digits of the year (4.1.2.5). */
const time = (at: Date): Buffer => {
  const digits = at.toISOString().replace(/\D/g, '').slice(0, 14);
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
};

const version3 = der(0xa0, der(0x02, Buffer.from([2])));
/** 1.2.840.113549.1.1.11 */
const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
/** 2.5.4.3 */
const commonName = der(0x06, Buffer.from('550403', 'hex'));

const pem = (label: string, bytes: Buffer): string =>
  [
    `-----BEGIN ${label}-----`,
    ...(bytes.toString('base64').match(/.{1,64}/g) ?? []),
    `-----END ${label}-----`,
    '',
  ].join('\n');

export const makeSigningKey: MakeSigningKey = async (entity_id, at) => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const until = new Date(at);
  until.setUTCFullYear(at.getUTCFullYear() + validForYears);
  // 64 characters at most.
  const name = new URL(entity_id).hostname.slice(0, 64);
  const whose = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
  // Positive, and without a zero in front.
  const serial = der(0x02, Buffer.concat([Buffer.from([0x40]), randomBytes(15)]));
  const told = sequence(
    version3,
    serial,
    sha256WithRsa,
    whose,
    sequence(time(at), time(until)),
    whose,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  // A string of bits begins with how many of its last byte do not count.
  const signature = der(0x03, Buffer.from([0]), sign('sha256', told, privateKey));
  return {
    private_key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    certificate: pem('CERTIFICATE', sequence(told, sha256WithRsa, signature)),
  };
};
