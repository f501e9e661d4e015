import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderKey } from '../../../lib/adapters/local/key-file.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

describe('the key of a data folder', () => {
  it('stays the same, differs by purpose, and only its owner can read it', async () => {
    await using folder = await aDataFolder();
    const key = folderKey(folder.path, 'a');
    expect(folderKey(folder.path, 'a')).toEqual(key);
    expect(folderKey(folder.path, 'b')).not.toEqual(key);
    expect((await stat(join(folder.path, 'secret.key'))).mode & 0o777).toBe(0o600);
  });
});
