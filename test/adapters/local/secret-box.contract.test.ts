import { folderKey } from '../../../lib/adapters/local/key-file.ts';
import { localSecretBox } from '../../../lib/adapters/local/secret-box.ts';
import { describeSecretBox } from '../../contracts/secret-box.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';

describeSecretBox('on one machine', async () => {
  const folder = await aDataFolder();
  return { box: localSecretBox(folderKey(folder.path, 'test')), close: async () => folder[Symbol.asyncDispose]() };
});
