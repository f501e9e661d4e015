import { appendFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderKey } from '../../../lib/adapters/local/key-file.ts';
import { folderMasterKey } from '../../../lib/adapters/local/master-key.ts';
import { envelopeSecretBox } from '../../../lib/storage/secrets/secret-box.ts';
import { memoryTable } from '../../lab/doubles/memory-table.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

describe('secrets that a folder held before projects had data keys', () => {
  // Sealed for prj_1 by the program of that time. The second begins with the byte that secrets of today begin with.
  it.each([
    'bqKQUp5q74N+ezXU/TZJSTp4ey5++LJYUt2Lyc3OlfFdMb9a1XiiglSQ',
    'AkRI7zpoq+w4SK65Tz/7aHPFaBfTXKfET0Opkqy1gjqci1qV2nKgJ8+z',
  ])('open as they did: %s', async (sealed) => {
    await using folder = await aDataFolder();
    await writeFile(join(folder.path, 'secret.key'), 'YSBkYXRhIGZvbGRlciBvZiBhIHRlc3Q6IGl0cyBrZXk=');
    const box = envelopeSecretBox({ masterKey: folderMasterKey(folder.path), table: memoryTable() });
    await box.seal('prj_1', 'a secret of today');
    expect(await box.open('prj_1', sealed)).toBe('whsec_c2VjcmV0');
  });
});

describe('the key of a data folder', () => {
  it('stays the same, differs by purpose, and only its owner can read it', async () => {
    await using folder = await aDataFolder();
    const key = folderKey(folder.path, 'a');
    expect(folderKey(folder.path, 'a')).toEqual(key);
    expect(folderKey(folder.path, 'b')).not.toEqual(key);
    expect((await stat(join(folder.path, 'secret.key'))).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['nothing', ''],
    ['an empty line', '\n'],
    ['the beginning of one', 'YSBkYXRhIGZvbGRlciBv'],
    ['what is no base64', 'a key that is no base64, and as long as one is'],
  ])('is taken from no file that holds %s', async (_, text) => {
    await using folder = await aDataFolder();
    await writeFile(join(folder.path, 'secret.key'), text);
    expect(() => folderKey(folder.path, 'a')).toThrow(/secret\.key does not hold the key that was written there/);
  });

  it('may be followed by the end of a line, as of one that was put back by hand', async () => {
    await using folder = await aDataFolder();
    const key = folderKey(folder.path, 'a');
    await appendFile(join(folder.path, 'secret.key'), '\n');
    expect(folderKey(folder.path, 'a')).toEqual(key);
  });
});
