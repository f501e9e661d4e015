/**
 * Takes the place of `@smithy/core/checksum` in the bundles of functions (see `lib/infra/functions/bundle.ts`): the checksums that
 * requests to AWS carry, by Node itself. The SDK's own bring the same in JavaScript besides, for where Node has none.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

type Bytes = string | NodeJS.ArrayBufferView;
interface Checksum {
  update(data: Bytes): void;
  digest(): Promise<Uint8Array>;
}

/** With a secret, the keyed sum (HMAC), which can be asked for once. */
export class Sha256 implements Checksum {
  readonly #secret: Bytes | undefined;
  #sum: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;

  constructor(secret?: Bytes) {
    this.#secret = secret;
    this.#sum = this.#begun();
  }
  update(data: Bytes): void {
    this.#sum.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return new Uint8Array('copy' in this.#sum ? this.#sum.copy().digest() : this.#sum.digest());
  }
  reset(): void {
    this.#sum = this.#begun();
  }
  #begun() {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret);
  }
}

export class Md5 implements Checksum {
  #sum = createHash('md5');

  update(data: Bytes): void {
    this.#sum.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#sum.copy().digest());
  }
  reset(): void {
    this.#sum = createHash('md5');
  }
}

export class Crc32 implements Checksum {
  #sum = 0;

  update(data: Bytes): void {
    this.#sum = crc32(data, this.#sum);
  }
  async digest(): Promise<Uint8Array> {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.#sum);
    return new Uint8Array(bytes);
  }
  reset(): void {
    this.#sum = 0;
  }
}

/** The sum of all that a stream gives, which is read to its end. */
export const readableStreamHasher = async (sumOf: new () => Checksum, stream: Readable): Promise<Uint8Array> => {
  const sum = new sumOf();
  for await (const chunk of stream) sum.update(chunk);
  return sum.digest();
};

// The SDK tells its own and Node's apart: there is one here by all three names.
export { Crc32 as Crc32Js, Crc32 as Crc32Node, Sha256 as Sha256Js, Sha256 as Sha256Node };
