/** What the secret box does over each home's master key. An adapter is a master key if this suite says so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrokenSealError } from '../../lib/domain/errors.ts';
import type { MasterKey } from '../../lib/ports/master-key.ts';
import type { SecretBox } from '../../lib/ports/secret-box.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { memoryTable } from '../lab/doubles/memory-table.ts';

export interface MasterKeyUnderTest {
  readonly masterKey: MasterKey;
  /** Seals a secret as the home did before projects had data keys. */
  sealBefore(projectId: string, secret: string): Promise<string>;
  close(): Promise<void>;
}

const secrets = ['', 'whsec_c2VjcmV0', 'ä 🎉', 'x'.repeat(100_000)];

export const describeSecretBox = (
  name: string,
  open: () => Promise<MasterKeyUnderTest>,
  /** What an emulator leaves out; the real thing has it all. */
  { authenticates = true }: { authenticates?: boolean } = {},
): void => {
  describe(`the secret box, ${name}`, () => {
    let opened: MasterKeyUnderTest;
    let masterKey: MasterKey;
    let box: SecretBox;
    const table = memoryTable();
    beforeAll(async () => {
      opened = await open();
      masterKey = opened.masterKey;
      box = envelopeSecretBox({ masterKey, table });
    });
    afterAll(async () => opened?.close());

    it.each(secrets)('opens what it sealed (%#), also after everything was forgotten but the table', async (secret) => {
      const sealed = await box.seal('prj_1', secret);
      if (secret) expect(sealed).not.toContain(secret);
      expect(await box.open('prj_1', sealed)).toBe(secret);
      expect(await envelopeSecretBox({ masterKey, table }).open('prj_1', sealed)).toBe(secret);
    });

    it.each(secrets.map((secret) => secret.slice(0, 3000)))(
      'opens what was sealed before there were data keys (%#)',
      async (secret) => {
        expect(await box.open('prj_1', await opened.sealBefore('prj_1', secret))).toBe(secret);
        expect(await box.open('prj_of_old', await opened.sealBefore('prj_of_old', secret))).toBe(secret);
      },
    );

    it('seals the same secret differently each time', async () => {
      expect(await box.seal('prj_1', 'secret')).not.toBe(await box.seal('prj_1', 'secret'));
    });

    it('does not open for another project, whether that has a data key or none', async () => {
      const sealed = await box.seal('prj_1', 'secret');
      await box.seal('prj_2', 'another secret');
      await expect(box.open('prj_2', sealed)).rejects.toThrow();
      await expect(box.open('prj_3', sealed)).rejects.toThrow();
      const before = await opened.sealBefore('prj_1', 'secret');
      await expect(box.open('prj_2', before)).rejects.toThrow();
    });

    it('does not open what was tampered with, wherever that was', async () => {
      const bytes = Buffer.from(await box.seal('prj_1', 'secret'), 'base64');
      for (let at = 0; at < bytes.length; at += 1) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        await expect(box.open('prj_1', changed.toString('base64'))).rejects.toThrow();
      }
      await expect(box.open('prj_1', bytes.subarray(0, -1).toString('base64'))).rejects.toThrow(BrokenSealError);
      await expect(box.open('prj_1', bytes.subarray(0, 20).toString('base64'))).rejects.toThrow();
      await expect(box.open('prj_1', '')).rejects.toThrow();
    });

    it.skipIf(!authenticates)('does not open what was tampered with before there were data keys', async () => {
      const bytes = Buffer.from(await opened.sealBefore('prj_1', 'secret'), 'base64');
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      await expect(box.open('prj_1', bytes.toString('base64'))).rejects.toThrow();
      await expect(box.open('prj_1', 'bm90IHNlYWxlZA==')).rejects.toThrow();
    });

    it('keeps data keys of 256 bits, each another, that open for their own project only', async () => {
      const [one, other] = [await masterKey.newDataKey('prj_1'), await masterKey.newDataKey('prj_1')];
      const plain = await masterKey.openDataKey('prj_1', one);
      expect(plain).toHaveLength(32);
      expect(await masterKey.openDataKey('prj_1', one)).toEqual(plain);
      expect(await masterKey.openDataKey('prj_1', other)).not.toEqual(plain);
      expect(Buffer.from(one, 'base64').includes(Buffer.from(plain))).toBe(false);
      await expect(masterKey.openDataKey('prj_2', one)).rejects.toThrow();
    });
  });
};
