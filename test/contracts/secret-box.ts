/** What every secret box does. An adapter is a secret box if this suite says so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SecretBox } from '../../lib/ports/secret-box.ts';

export interface SecretBoxUnderTest {
  readonly box: SecretBox;
  close(): Promise<void>;
}

export const describeSecretBox = (
  name: string,
  open: () => Promise<SecretBoxUnderTest>,
  /** What an emulator leaves out; the real thing has it all. */
  { authenticates = true }: { authenticates?: boolean } = {},
): void => {
  describe(`the secret box, ${name}`, () => {
    let opened: SecretBoxUnderTest;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => opened?.close());

    it.each(['', 'whsec_c2VjcmV0', 'ä 🎉', 'x'.repeat(3000)])('opens what it sealed (%#)', async (secret) => {
      const sealed = await opened.box.seal('prj_1', secret);
      if (secret) expect(sealed).not.toContain(secret);
      expect(await opened.box.open('prj_1', sealed)).toBe(secret);
    });

    it('seals the same secret differently each time', async () => {
      expect(await opened.box.seal('prj_1', 'secret')).not.toBe(await opened.box.seal('prj_1', 'secret'));
    });

    it('does not open for another project', async () => {
      const sealed = await opened.box.seal('prj_1', 'secret');
      await expect(opened.box.open('prj_2', sealed)).rejects.toThrow();
    });

    it.skipIf(!authenticates)('does not open what was tampered with', async () => {
      const sealed = await opened.box.seal('prj_1', 'secret');
      const bytes = Buffer.from(sealed, 'base64');
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      await expect(opened.box.open('prj_1', bytes.toString('base64'))).rejects.toThrow();
      await expect(opened.box.open('prj_1', 'bm90IHNlYWxlZA==')).rejects.toThrow();
    });
  });
};
