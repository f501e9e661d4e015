import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onUsableData } from '../../../lib/local-home/data-folder/usable-data.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

describe('a start that fails', () => {
  it('for a file of the data folder says what to do about the folder', async () => {
    await using folder = await aDataFolder();
    const file = join(folder.path, 'file');
    await writeFile(file, '');
    await expect(onUsableData(folder.path, () => readFile(join(file, 'below')))).rejects.toMatchObject({
      name: 'CannotStartError',
      message: expect.stringMatching(`^the data folder ${folder.path} cannot be used [(]ENOTDIR.* choose another one`),
    });
  });

  it('for a file elsewhere is thrown as it is, also where its folder is called nearly the same', async () => {
    await using folder = await aDataFolder();
    await expect(onUsableData(folder.path, () => readFile(`${folder.path}-of-others/file`))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});
