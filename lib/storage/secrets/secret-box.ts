/**
 * Secrets under a key of their project. The home's master key is asked for that key alone, and it stays in memory for
 * some minutes: so a secret costs no call to the master key, and none costs one each.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { type Clock, systemClock } from '../../ports/clock.ts';
import type { MasterKey } from '../../ports/master-key.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import type { Table } from '../../ports/table.ts';
import { openBytes, sealBytes } from './aes-gcm.ts';
import { dataKeyRepository } from './data-keys.ts';

export interface SecretBoxPorts {
  readonly masterKey: MasterKey;
  readonly table: Pick<Table, 'get' | 'query' | 'write'>;
  readonly clock?: Clock;
}

/** The first byte of a secret that was sealed with a data key, whose number comes next. */
const format = 2;
const headerBytes = 5;
const headerOf = (number: number): Buffer => {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(format);
  header.writeUInt32BE(number, 1);
  return header;
};

const numberIn = (header: Buffer): number => header.readUInt32BE(1);
/** What a secret opens beside: its own project, its own key. */
const contextOf = (projectId: string, header: Buffer): Buffer => Buffer.concat([header, Buffer.from(projectId)]);

const firstNumber = 1;
/** A data key is in memory for no longer, in ms. */
const keptMs = 5 * 60_000;

/** Makes a key that only ciphers can read, and wipes the bytes that it was made of. */
const secretKeyOf = (plain: Uint8Array): KeyObject => {
  const key = createSecretKey(plain);
  plain.fill(0);
  return key;
};

/** Things that are looked up by name, each kept for a while, whether it is asked for again or not. */
const keptFor = <T>(ms: number, clock: Clock) => {
  const kept = new Map<string, { readonly value: Promise<T>; readonly until: number }>();
  return (name: string, load: () => Promise<T>): Promise<T> => {
    const known = kept.get(name);
    // A function may be frozen, and its timers with it: so the clock is asked too.
    if (known && known.until > clock.now().getTime()) return known.value;
    const entry = { value: load(), until: clock.now().getTime() + ms };
    const forget = (): void => {
      if (kept.get(name) === entry) kept.delete(name);
    };
    kept.set(name, entry);
    entry.value.catch(forget);
    setTimeout(forget, ms).unref();
    return entry.value;
  };
};

/** A box over the table that the data keys are kept in, and the master key that they are sealed with. */
export const envelopeSecretBox = ({ masterKey, table, clock = systemClock }: SecretBoxPorts): SecretBox => {
  const dataKeys = dataKeyRepository(table);
  const keep = keptFor<KeyObject | undefined>(keptMs, clock);

  /** One of a project's data keys; undefined when it has none of this number. */
  const keyOf = (projectId: string, number: number): Promise<KeyObject | undefined> =>
    keep(`${projectId}#${number}`, async () => {
      const dataKey = await dataKeys.get(projectId, number);
      return dataKey && secretKeyOf(await masterKey.openDataKey(projectId, dataKey.sealed));
    });

  /** The data key for new secrets. A project gets its first when it is needed: of several made at once, one stays. */
  const numberForNew = async (projectId: string): Promise<number> => {
    const newest = await dataKeys.newest(projectId);
    if (newest) return newest.number;
    const sealed = await masterKey.newDataKey(projectId);
    await dataKeys.add(projectId, { number: firstNumber, sealed, created_at: clock.now().toISOString() });
    return firstNumber;
  };

  return {
    async seal(projectId, secret) {
      const header = headerOf(await numberForNew(projectId));
      const key = await keyOf(projectId, numberIn(header));
      if (!key) throw new Error(`the data key ${numberIn(header)} of ${projectId} is not there any more`);
      return Buffer.concat([header, sealBytes(key, Buffer.from(secret), contextOf(projectId, header))]).toString(
        'base64',
      );
    },

    async open(projectId, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const header = bytes.subarray(0, headerBytes);
      const isOurs = header.length === headerBytes && header[0] === format;
      const key = isOurs ? await keyOf(projectId, numberIn(header)) : undefined;
      // A secret that the master key sealed by itself may begin with the same byte, but hardly ever with a key's number too.
      if (!key) return masterKey.openSecret(projectId, sealed);
      return openBytes(key, bytes.subarray(headerBytes), contextOf(projectId, header)).toString();
    },
  };
};
