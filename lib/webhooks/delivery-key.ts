import { createHash } from 'node:crypto';

// Any fixed UUID serves; this one was drawn for the purpose.
const namespace = Buffer.from('701864b77d394911bb2e9a79cb061035', 'hex');

/**
 * The idempotency key of a delivery: a version 5 UUID (RFC 9562) of what is told and to whom. The same event told to
 * the same subscription again, because a stream record was seen twice, has the same key.
 */
export const deliveryKey = (...identity: readonly string[]): string => {
  const digest = createHash('sha1').update(namespace).update(JSON.stringify(identity)).digest().subarray(0, 16);
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};
